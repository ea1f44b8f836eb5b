import { escapeSegment } from "../../templates/runtime/json.js";
import fc from "fast-check";
import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";

/** One change of a document's structure. Numbers are reduced to what the document has. */
export interface ValueMutation {
  readonly kind: "replace" | "delete" | "rename" | "copy" | "swap" | "point";
  /** Which of all places. */
  readonly at: number;
  readonly other: number;
  readonly value: JsonValue;
}

interface Site {
  readonly holder: JsonObject | JsonValue[];
  readonly key: string;
}

const values: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  "",
  "a",
  "*/",
  "constructor",
  "#/components/schemas/Nothing",
  "#/paths",
  "#",
  "http://example.com/x",
  "../../x.yaml",
  [],
  [null],
  ["a", "a"],
  [[]],
  {},
  { a: null },
  { $ref: "#/components/schemas/Nothing" },
  { $ref: "#/components" },
  { $ref: 1 },
  { type: "object", properties: null },
];

const names = [
  "",
  "a",
  "$ref",
  "type",
  "constructor",
  "toString",
  "x-platform-vm-actions",
  "x-platform--actions",
  "x-",
  "{id}",
  "default",
  "0",
  "200",
  "4XX",
  "get",
  "if",
  "allOf",
  "nullable",
];

/** Random changes of a document, of any kind of value at any place. */
export const valueMutation: fc.Arbitrary<ValueMutation> = fc.record({
  kind: fc.constantFrom<ValueMutation["kind"][]>("replace", "replace", "replace", "delete", "rename", "copy", "swap", "point"),
  at: fc.nat(1_000_000),
  other: fc.nat(1_000_000),
  value: fc.constantFrom(...values),
});

/** A document like the one given, with that change. */
export function mutateValue(document: JsonObject, { kind, at, other, value }: ValueMutation): JsonObject {
  const copy = structuredClone(document);
  const sites = sitesOf(copy);
  if (sites.length === 0) return copy;
  const { holder, key } = sites[at % sites.length]!;
  const target = sites[other % sites.length]!;
  switch (kind) {
    case "replace":
      put(holder, key, structuredClone(value));
      break;
    case "delete":
      remove(holder, key);
      break;
    case "rename": {
      const kept = get(holder, key);
      remove(holder, key);
      put(holder, names[other % names.length]!, kept);
      break;
    }
    case "copy":
      put(holder, key, structuredClone(get(target.holder, target.key)));
      break;
    case "swap": {
      const [one, another] = [structuredClone(get(holder, key)), structuredClone(get(target.holder, target.key))];
      put(holder, key, another);
      put(target.holder, target.key, one);
      break;
    }
    case "point":
      put(holder, key, { $ref: pointerTo(copy, target) });
      break;
  }
  return copy;
}

/** Every place in a document. */
function sitesOf(value: JsonValue): Site[] {
  const found: Site[] = [];
  const visit = (holder: JsonValue): void => {
    if (typeof holder !== "object" || holder === null) return;
    for (const [key, item] of Object.entries(holder)) {
      found.push({ holder: holder as JsonObject | JsonValue[], key });
      visit(item as JsonValue);
    }
  };
  visit(value);
  return found;
}

function pointerTo(document: JsonObject, { holder, key }: Site): string {
  const search = (value: JsonValue, pointer: string): string | undefined => {
    if (value === holder) return `${pointer}/${escapeSegment(key)}`;
    if (typeof value !== "object" || value === null) return undefined;
    for (const [name, item] of Object.entries(value)) {
      const found = search(item as JsonValue, `${pointer}/${escapeSegment(name)}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(document, "#") ?? "#";
}

function get(holder: Site["holder"], key: string): JsonValue {
  return Array.isArray(holder) ? (holder[Number(key)] ?? null) : (holder[key] ?? null);
}

function put(holder: Site["holder"], key: string, value: JsonValue): void {
  if (Array.isArray(holder)) holder[Number(key) || 0] = value;
  else holder[key] = value;
}

function remove(holder: Site["holder"], key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (isObject(holder)) delete holder[key];
}
