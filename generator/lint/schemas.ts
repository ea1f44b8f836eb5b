import { isObject, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import { referencedSchema } from "../document/reference.js";
import type { RuleContext } from "./rule.js";

/** Returns the direct target of a schema's `$ref`; it may have another `$ref`, and keywords next to it that apply. */
export function referredSchema(context: RuleContext, schema: JsonObject): JsonValue | undefined {
  return referencedSchema(schema, schemasOf(context));
}

/** Returns the schemas of a contract's components. */
export function schemasOf({ upgraded }: RuleContext): JsonObject | undefined {
  return ownObject(ownObject(upgraded, "components"), "schemas");
}

/** Returns the schemas that all apply to a value: the schema, its reference, and the branches of `allOf`. */
export function conjuncts(context: RuleContext, schema: JsonValue | undefined): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending = [schema];
  while (pending.length > 0) {
    const next = pending.pop();
    if (!isObject(next) || found.has(next)) continue;
    found.add(next);
    pending.push(referredSchema(context, next), ...subschemasAt(next, "allOf"));
  }
  return [...found];
}
