import type { JsonObject } from "../document/json-value.js";
import { printJson } from "../document/written-integers.js";
import type { ContractWithDocuments } from "../model/contract.js";
import type { OutputFile } from "../typescript/output-file.js";

const rootOrder = [
  "openapi",
  "info",
  "jsonSchemaDialect",
  "servers",
  "security",
  "tags",
  "externalDocs",
  "paths",
  "webhooks",
  "components",
];

/** `openapi.json`: the contract as one self-contained document in its own OpenAPI version, with extensions and sorted keys. */
export function emitOpenApi(contract: ContractWithDocuments): OutputFile {
  const document: JsonObject = {};
  const { source } = contract;
  for (const key of rootOrder) if (Object.hasOwn(source, key)) document[key] = source[key]!;
  for (const key of Object.keys(source)) if (!Object.hasOwn(document, key)) document[key] = source[key]!;
  return { path: "openapi.json", text: `${printJson(document, contract.writtenIntegers, 2)}\n` };
}
