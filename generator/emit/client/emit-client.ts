import type { Contract } from "../../model/contract.js";
import type { EmitContext } from "../context.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { shipTemplate } from "../ship-template.js";
import { printFollow } from "./print-follow.js";
import { printHandle } from "./print-handle.js";
import { printIndex } from "./print-index.js";
import { printRetry } from "./print-retry.js";
import { printRoutes } from "./print-routes.js";
import { printTypes } from "./print-types.js";
import { runtimeFiles } from "./runtime-files.js";

/**
 * The folder `client/`:
 *
 *     index.ts    createClient(options), and all that callers import
 *     types.ts    what a client can do
 *     routes.ts   the operations as data
 *     retry.ts    retry(options), which knows the actions that may be repeated
 *     handle.ts   createHandle(client, service), if the contract shows services
 *     follow.ts   follow(call, body), if the contract shows how actions are followed
 *
 * and, verbatim, the runtime behind it.
 */
export function emitClient(contract: Contract, context: EmitContext): OutputFile[] {
  const optional = [printHandle(contract), printFollow(contract)].filter((file) => file !== undefined);
  const files = [printTypes(contract), printRoutes(contract), printRetry(contract), ...optional];
  return [printIndex(contract, files), ...files, ...runtimeFiles.map((path) => shipTemplate(contract, context, path))];
}
