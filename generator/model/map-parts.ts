import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { PartEncodings } from "./contract.js";

/** Returns the schema of a list of parts with what a function makes of the schema of each part, also of parts that are lists of parts. */
export function mapParts(
  list: JsonValue | undefined,
  { first, rest }: PartEncodings,
  map: (schema: JsonValue) => JsonValue,
): JsonValue | undefined {
  // A reference is one to a list without files.
  if (!isObject(list)) return list;
  const [prefix, items] = [own(list, "prefixItems"), own(list, "items")];
  const mapPart = (schema: JsonValue, { parts }: Partial<PartEncodings["rest"]>) =>
    parts && own(schema, "type") === "array" ? mapParts(schema, parts, map)! : map(schema);
  return {
    ...list,
    ...(Array.isArray(prefix) && { prefixItems: prefix.map((part, at) => mapPart(part, first[at] ?? rest)) }),
    ...(items !== undefined && { items: mapPart(items, rest) }),
  } satisfies JsonObject;
}
