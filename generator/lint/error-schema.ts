import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { branches, conjuncts } from "./schemas.js";
import type { RuleContext } from "./rule.js";

/** True if a schema describes an error body: an object with a required `error` that is a string. */
export function isErrorSchema(context: RuleContext, schema: JsonValue | undefined): boolean {
  // A schema is looked at once: whatever depends on a second look counts as no error body.
  const verdicts = new Map<JsonObject, boolean>();

  const isError = (value: JsonValue | undefined): boolean => {
    if (!isObject(value)) return false;
    const known = verdicts.get(value);
    if (known !== undefined || verdicts.size > maxLooks) return known === true;
    verdicts.set(value, false);
    const verdict = judge(conjuncts(context, value));
    verdicts.set(value, verdict);
    return verdict;
  };
  const judge = (parts: readonly JsonObject[]): boolean => {
    const alternatives = parts.flatMap((part) => [branches(part, "oneOf"), branches(part, "anyOf")]);
    if (alternatives.some((list) => list.length > 0 && list.every(isError))) return true;
    return (
      parts.some((part) => own(part, "type") === "object") &&
      parts.some((part) => ownStrings(part, "required").includes("error")) &&
      parts.some((part) => isString(context, own(ownObject(part, "properties"), "error")))
    );
  };
  return isError(schema);
}

/** Alternatives within alternatives that are followed. */
const maxLooks = 500;

function isString(context: RuleContext, schema: JsonValue | undefined): boolean {
  return conjuncts(context, schema).some((part) => {
    const values = own(part, "enum") ?? [own(part, "const") ?? null];
    return own(part, "type") === "string" || (Array.isArray(values) && values.every((value) => typeof value === "string"));
  });
}
