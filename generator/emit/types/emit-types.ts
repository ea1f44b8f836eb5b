import type { JsonObject } from "../../document/json-value.js";
import type { Contract } from "../../model/contract.js";
import { sentRequests } from "../../model/sent-requests.js";
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
export function emitTypes(contract: Contract): OutputFile[] {
  const { writtenIntegers } = contract;
  const document = buildTypesDocument(withCallbacks(contract), writtenIntegers);
  return [{ path: "types.ts", text: `${fileHeader(contract)}\n${printTypes(document, writtenIntegers)}` }];
}

/** Callbacks stand beside the webhooks: openapi-typescript knows only those. */
function withCallbacks(contract: Contract): JsonObject {
  const items = sentRequests(contract).map(({ name, item }) => [name, item] as const);
  return items.length > 0 ? { ...contract.document, webhooks: Object.fromEntries(items) } : contract.document;
}
