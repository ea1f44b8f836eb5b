import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import type { Limit } from "./keywords/limited.js";

/** The keywords that limit how much there is to check. */
export const limitKeywords: readonly string[] = ["x-max-utf8-bytes", "maxLength", "maxItems", "maxProperties"];

/** The limits of a schema, those of its `allOf` and of what it refers to included. */
export function findLimits(schema: JsonObject, schemas: ReadonlyMap<string, JsonValue>): Limit[] {
  const limits: Limit[] = [];
  const seen = new Set<JsonObject>();
  const collect = (current: JsonValue | undefined, path: string): void => {
    if (!isObject(current) || seen.has(current)) return;
    seen.add(current);
    for (const keyword of limitKeywords) {
      const value = own(current, keyword);
      if (typeof value === "number") limits.push({ keyword, value, path });
    }
    const ref = own(current, "$ref");
    const name = typeof ref === "string" ? componentName(ref, "schemas") : undefined;
    if (name !== undefined) collect(schemas.get(name), `#/components/schemas/${name}`);
    const parts = own(current, "allOf");
    if (Array.isArray(parts)) parts.forEach((part, index) => collect(part, `${path}/allOf/${index}`));
  };
  collect(schema, "");
  return limits;
}
