import { propertyKey, stringLiteral } from "../../typescript/encode.js";

/** Plain data, as code. */
export type Data = string | boolean | readonly Data[] | { readonly [key: string]: Data | undefined };

/** A literal of plain data: on one line where it fits. Properties that are `undefined` are left out. */
export function printLiteral(data: Data, indent = ""): string {
  const line = inline(data);
  if (indent.length + line.length <= 120 || typeof data !== "object") return line;
  const deeper = `${indent}  `;
  if (Array.isArray(data))
    return `[\n${data.map((item: Data) => `${deeper}${printLiteral(item, deeper)},\n`).join("")}${indent}]`;
  return `{\n${entries(data)
    .map(([key, value]) => `${deeper}${propertyKey(key)}: ${printLiteral(value, deeper)},\n`)
    .join("")}${indent}}`;
}

function inline(data: Data): string {
  if (typeof data === "string") return stringLiteral(data);
  if (typeof data === "boolean") return String(data);
  if (Array.isArray(data)) return `[${data.map(inline).join(", ")}]`;
  const members = entries(data).map(([key, value]) => `${propertyKey(key)}: ${inline(value)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function entries(data: Data): [string, Data][] {
  return Object.entries(data as Readonly<Record<string, Data | undefined>>).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
}
