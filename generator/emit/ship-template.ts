import type { Contract } from "../model/contract.js";
import type { EmitContext } from "./context.js";
import { fileHeader } from "./header.js";
import type { OutputFile } from "../typescript/output-file.js";

/** A file of `templates/` as it stands, below the header. It has the same path in the output. */
export function shipTemplate(contract: Contract, context: EmitContext, path: string): OutputFile {
  return { path, text: `${fileHeader(contract)}\n${context.template(path)}`, checked: "template" };
}
