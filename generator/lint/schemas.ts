import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { componentName } from "../document/reference.js";
import type { RuleContext } from "./rule.js";

/** The schemas listed by `allOf`, `anyOf`, `oneOf`, or none. */
export function branches(schema: JsonObject, keyword: "allOf" | "anyOf" | "oneOf"): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

/** What the `$ref` of a schema names, one step on: it may have a `$ref` again, and keywords beside it that count. */
export function referredSchema({ upgraded }: RuleContext, schema: JsonObject): JsonValue | undefined {
  const ref = ownString(schema, "$ref");
  const name = ref === undefined ? undefined : componentName(ref, "schemas");
  return name === undefined ? undefined : own(ownObject(ownObject(upgraded, "components"), "schemas"), name);
}

/** The schemas that all apply to a value: the schema, what it refers to, and the branches of `allOf`. */
export function conjuncts(context: RuleContext, schema: JsonValue | undefined): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending = [schema];
  while (pending.length > 0) {
    const next = pending.pop();
    if (!isObject(next) || found.has(next)) continue;
    found.add(next);
    pending.push(referredSchema(context, next), ...branches(next, "allOf"));
  }
  return [...found];
}
