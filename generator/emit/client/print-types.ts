import type { Contract } from "../../model/contract.js";
import { createTextFile } from "../../typescript/text-file.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printActionCalls } from "./print-action-calls.js";
import { printClientType } from "./print-client-type.js";

/**
 * `client/types.ts`, what a caller of the API can call:
 *
 *     export interface PostgresActionCalls {
 *       add_ip: (body: …, options?: CallOptions) => Promise<ActionResponse<PostgresActions["add_ip"]>>;
 *     }
 *
 *     export interface Client {
 *       getProject: (args: { project_id: … }, options?: CallOptions) => Promise<…>;
 *       postgres: (target: { project_id: …; service_id: … }) => PostgresActionCalls;
 *     }
 */
export function printTypes(contract: Contract): OutputFile {
  const file = createTextFile(fileHeader(contract));
  printActionCalls(file, contract);
  printClientType(file, contract);
  return { path: "client/types.ts", text: file.toText() };
}
