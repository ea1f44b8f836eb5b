import { isObject, own, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { allows, branches, maxDepth, referred, type SchemaSource } from "./members.js";

/** Returns whether every valid object has at least one of some members. Each alternative may require another of them. */
export function requiresOneOf(schema: JsonValue | undefined, names: ReadonlySet<string>, document: SchemaSource): boolean {
  return hasOneOf(schema, names, document, new Map(), 0);
}

function hasOneOf(
  value: JsonValue | undefined,
  names: ReadonlySet<string>,
  document: SchemaSource,
  memo: Map<JsonObject, boolean>,
  depth: number,
): boolean {
  if (!isObject(value) || depth > maxDepth) return false;
  const known = memo.get(value);
  if (known !== undefined) return known;
  memo.set(value, false);
  const follow = (part: JsonValue | undefined) => hasOneOf(part, names, document, memo, depth + 1);
  const holds =
    ownStrings(value, "required").some((name) => names.has(name)) ||
    (own(value, "$ref") !== undefined && follow(referred(value, document))) ||
    branches(value, "allOf").some(follow) ||
    (["anyOf", "oneOf"] as const).some((keyword) => {
      const alternatives = branches(value, keyword).filter((part) => allows(part, ["object", "array"], document));
      return alternatives.length > 0 && alternatives.every(follow);
    });
  memo.set(value, holds);
  return holds;
}
