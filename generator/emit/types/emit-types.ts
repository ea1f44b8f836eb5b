import { printJson } from "../../document/written-integers.js";
import { noMemo } from "../../memo.js";
import type { ContractWithDocuments } from "../../model/contract.js";
import { documentWithCallbacks } from "../../model/sent-requests.js";
import { fileHeader, type EmitContext } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { buildTypesDocument } from "./types-document.js";

/**
 * `types.ts`:
 *
 *     export interface components {
 *       schemas: {
 *         PostgresAddIpBody: { ip: string; description?: string } | …
 */
export async function emitTypes(
  contract: ContractWithDocuments,
  { memo = noMemo }: Pick<EmitContext, "memo"> = {},
): Promise<OutputFile[]> {
  const { writtenIntegers } = contract;
  const document = buildTypesDocument(documentWithCallbacks(contract), writtenIntegers);
  const describe = () => printJson(document, writtenIntegers);
  const types = await memo.recallLater("types", describe, async () => {
    // This loads TypeScript.
    const { printTypes } = await import("./openapi-typescript.js");
    return printTypes(document, writtenIntegers);
  });
  return [{ path: "types.ts", text: `${fileHeader(contract)}\n${types}` }];
}
