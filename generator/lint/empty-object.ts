import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { branches, referredSchema } from "./schemas.js";
import type { RuleContext } from "./rule.js";

/** Schemas within schemas that are followed; deeper ones count as not accepting. */
const maxDepth = 500;

/** Judges the value `{}` by a schema: only a few keywords can refuse it, so the verdict is exact. */
export function acceptsEmptyObject(context: RuleContext, schema: JsonValue | undefined): boolean {
  const memo = new Map<JsonObject, boolean>();
  let depth = 0;

  const accepts = (value: JsonValue | undefined): boolean => {
    if (!isObject(value)) return value !== false;
    const known = memo.get(value);
    if (known !== undefined || depth > maxDepth) return known ?? false;
    depth++;
    const verdict = judge(value);
    depth--;
    memo.set(value, verdict);
    return verdict;
  };
  const judge = (value: JsonObject): boolean => {
    if (!accepts(referredSchema(context, value))) return false;
    const { type, required, minProperties } = value;
    if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object"))) return false;
    if (Array.isArray(required) && required.length > 0) return false;
    if (typeof minProperties === "number" && minProperties > 0) return false;
    if (Object.hasOwn(value, "const") && !isEmptyObject(value["const"])) return false;
    if (Array.isArray(value["enum"]) && !value["enum"].some(isEmptyObject)) return false;
    if (!branches(value, "allOf").every(accepts)) return false;
    const anyOf = branches(value, "anyOf");
    if (anyOf.length > 0 && !anyOf.some(accepts)) return false;
    const oneOf = branches(value, "oneOf");
    if (oneOf.length > 0 && oneOf.filter(accepts).length !== 1) return false;
    if (Object.hasOwn(value, "not") && accepts(value["not"])) return false;
    if (!Object.hasOwn(value, "if")) return true;
    return accepts(own(value, accepts(value["if"]) ? "then" : "else"));
  };
  return accepts(schema);
}

function isEmptyObject(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
