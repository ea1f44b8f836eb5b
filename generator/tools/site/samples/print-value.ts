import type { JsonValue } from "../../../document/json-value.js";
import { noWrittenIntegers, type WrittenIntegers } from "../../../document/written-integers.js";
import { propertyKey, stringLiteral } from "../../../typescript/encode.js";

/** Longer values take several lines. */
const width = 72;

/** Returns a value as JSON, on one line if it is short. */
export function printJson(value: JsonValue, integers = noWrittenIntegers): string {
  return print(value, "", { key: stringLiteral, comma: "", integers });
}

/** Returns a value as a TypeScript literal, with all lines but the first indented. */
export function printLiteral(value: JsonValue, indent = ""): string {
  return print(value, indent, { key: propertyKey, comma: ",", integers: noWrittenIntegers });
}

interface Style {
  readonly key: (name: string) => string;
  /** The comma after the last of several lines, if any. */
  readonly comma: string;
  readonly integers: WrittenIntegers;
}

function print(value: JsonValue, indent: string, style: Style): string {
  const line = printLine(value, style);
  if (typeof value !== "object" || value === null || indent.length + line.length <= width) return line;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item) => print(item, deeper, style))
    : Object.keys(value).map((key) => `${style.key(key)}: ${print(value[key]!, deeper, style)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${entries.map((entry) => deeper + entry).join(",\n")}${style.comma}\n${indent}${close}`;
}

function printLine(value: JsonValue, style: Style): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null)
    return typeof value === "number" ? style.integers.print(value) : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => printLine(item, style)).join(", ")}]`;
  const members = Object.keys(value).map((key) => `${style.key(key)}: ${printLine(value[key]!, style)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
