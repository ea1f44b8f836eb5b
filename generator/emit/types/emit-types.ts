import { printJson } from "../../document/written-integers.js";
import { noMemo } from "../../memo.js";
import type { ContractWithDocuments } from "../../model/contract.js";
import { documentWithCallbacks } from "../../model/sent-requests.js";
import { fileHeader, type EmitContext } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { typeNames } from "../../model/type-names.js";
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
): Promise<OutputFile> {
  const { writtenIntegers } = contract;
  const document = buildTypesDocument(documentWithCallbacks(contract), writtenIntegers);
  const names = typeNames(contract);
  const describe = () => `${printJson(document, writtenIntegers)}\n${JSON.stringify(names, listed)}`;
  const types = await memo.recallLater("types", describe, async () => {
    // These load TypeScript.
    const { printTypes } = await import("./openapi-typescript.js");
    const { checkSyntax } = await import("../../typescript/check-syntax.js");
    const text = printTypes(document, writtenIntegers, names);
    checkSyntax({ path: "types.ts", text: `${fileHeader(contract)}\n${text}` });
    return text;
  });
  return { path: "types.ts", text: `${fileHeader(contract)}\n${types}`, checked: "printed" };
}

function listed(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
