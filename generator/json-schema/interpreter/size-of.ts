import type { JsonValue } from "../../document/json-value.js";

/** Characters of text that weigh as much as one value. */
const charactersPerUnit = 100;

/** How much there is to compare in a value: its parts, and their text. */
export function sizeOf(value: JsonValue): number {
  let size = 0;
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    size += typeof next === "string" ? 1 + next.length / charactersPerUnit : 1;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) pending.push(part);
  }
  return size;
}
