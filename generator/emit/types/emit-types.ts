import type { ContractWithDocuments } from "../../model/contract.js";
import { documentWithCallbacks } from "../../model/sent-requests.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { printTypes } from "./openapi-typescript.js";
import { buildTypesDocument } from "./types-document.js";

/**
 * `types.ts`:
 *
 *     export interface components {
 *       schemas: {
 *         PostgresAddIpBody: { ip: string; description?: string } | …
 */
export function emitTypes(contract: ContractWithDocuments): OutputFile[] {
  const { writtenIntegers } = contract;
  const document = buildTypesDocument(documentWithCallbacks(contract), writtenIntegers);
  return [{ path: "types.ts", text: `${fileHeader(contract)}\n${printTypes(document, writtenIntegers)}` }];
}
