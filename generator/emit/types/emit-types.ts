import type { Contract } from "../../model/contract.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../output-file.js";
import { printTypes } from "./openapi-typescript.js";
import { buildTypesDocument } from "./types-document.js";

/**
 * `types.ts`:
 *
 *     export interface components {
 *       schemas: {
 *         PostgresAddIpBody: { ip: string; description?: string } | …
 */
export function emitTypes(contract: Contract): OutputFile[] {
  return [{ path: "types.ts", text: `${fileHeader(contract)}\n${printTypes(buildTypesDocument(contract.document))}` }];
}
