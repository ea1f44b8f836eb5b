import type { JsonObject, JsonValue } from "../document/json-value.js";
import { printJson, type WrittenIntegers } from "../document/written-integers.js";
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
  return { path: "openapi.json", text: `${printLines(document, contract.writtenIntegers, levels)}\n` };
}

/** The levels below which a value takes one line: an action, a response, a property of a component. */
const levels = 5;

/** Shorter values take one line, too. */
const maxLine = 160;

/** Prints a value as JSON of few lines, in which a change of the contract changes few. */
function printLines(value: JsonValue, integers: WrittenIntegers, depth: number, indent = ""): string {
  const line = printJson(value, integers);
  if (typeof value !== "object" || value === null || depth === 0 || indent.length + line.length <= maxLine) return line;
  const deeper = `${indent}  `;
  const print = (item: JsonValue, key: string) =>
    typeof item === "number" ? integers.print(item, value, key) : printLines(item, integers, depth - 1, deeper);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map((item, index) => print(item, `${index}`))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(item, key)}`);
  return `${open}\n${members.map((member) => deeper + member).join(",\n")}\n${indent}${close}`;
}
