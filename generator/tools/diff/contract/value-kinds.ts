import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { forEachSubschema } from "../../../document/visitor.js";
import type { ContractVersion } from "./contract-version.js";

/** The kind of a value, which determines how it is serialized as text. */
export type ValueKind = "text" | "list" | "object";

/** Returns the kinds of values that a schema allows; all kinds if it doesn't restrict the type. */
export function valueKinds(schema: JsonValue | undefined, version: ContractVersion): ReadonlySet<ValueKind> {
  const kinds = new Set(schemaParts(schema, version).flatMap(kindsOf));
  return kinds.size > 0 ? kinds : new Set(["text", "list", "object"]);
}

/** Returns a schema and the schemas that it is composed of, with references followed, each once. */
export function schemaParts(schema: JsonValue | undefined, version: ContractVersion): JsonObject[] {
  const pending: (JsonValue | undefined)[] = [schema];
  const parts = new Set<JsonObject>();
  // The list grows during the iteration.
  for (const part of pending) {
    if (!isObject(part) || parts.has(part)) continue;
    parts.add(part);
    pending.push(version.resolve(part));
    forEachSubschema(part, (subschema, { subject, asserts }) => {
      if (subject === "value" && asserts) pending.push(subschema);
    });
  }
  return [...parts];
}

function kindsOf(schema: JsonObject): ValueKind[] {
  const type = own(schema, "type");
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).map(kindOfType);
  const [constant, values] = [own(schema, "const"), own(schema, "enum")];
  if (constant !== undefined) return [kindOfValue(constant)];
  if (Array.isArray(values)) return values.map(kindOfValue);
  if (ownObject(schema, "properties")) return ["object"];
  return own(schema, "items") === undefined ? [] : ["list"];
}

function kindOfType(type: JsonValue): ValueKind {
  return type === "object" ? "object" : type === "array" ? "list" : "text";
}

function kindOfValue(value: JsonValue): ValueKind {
  return isObject(value) ? "object" : Array.isArray(value) ? "list" : "text";
}

/** Returns whether `explode` makes a difference for values of these kinds: it doesn't for `simple` lists. */
export function explodeMatters(style: string, kinds: ReadonlySet<ValueKind>): boolean {
  if (style === "deepObject") return false;
  return kinds.has("object") || (kinds.has("list") && style !== "simple");
}
