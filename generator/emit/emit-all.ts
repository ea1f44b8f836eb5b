import { compare } from "../diagnostics/diagnostic.js";
import type { Contract } from "../model/contract.js";
import { separateVariants } from "../model/variants/separate-variants.js";
import { emitActions } from "./actions.js";
import { emitClient } from "./client/emit-client.js";
import { type EmitContext, shipTemplate } from "./emitter.js";
import { emitOpenApi } from "./openapi.js";
import type { OutputFile } from "../typescript/output-file.js";
import { emitServer } from "./server/emit-server.js";
import { emitTypes } from "./types/emit-types.js";
import { emitValidators } from "./validators/emit-validators.js";

/** Runtime files that more than one emitter's output imports. */
const sharedRuntime = ["runtime/action-info.ts", "runtime/envelope.ts", "runtime/error-shape.ts"];

/** Every file of the output but the manifest, sorted by path. To add an emitter, add a line. */
export function emitAll(written: Contract, context: EmitContext): OutputFile[] {
  const contract = separateVariants(written);
  const files = [
    ...emitOpenApi(contract),
    ...emitTypes(contract),
    ...emitActions(contract),
    ...emitValidators(contract, context),
    ...emitServer(contract, context),
    ...emitClient(contract, context),
    ...sharedRuntime.map((path) => shipTemplate(contract, context, path)),
  ];
  return files.sort((a, b) => compare(a.path, b.path));
}
