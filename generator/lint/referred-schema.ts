import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { componentName } from "../document/reference.js";
import type { RuleContext } from "./rule.js";

/** What the `$ref` of a schema names, one step on: it may have a `$ref` again, and keywords beside it that count. */
export function referredSchema({ upgraded }: RuleContext, schema: JsonObject): JsonValue | undefined {
  const ref = ownString(schema, "$ref");
  const name = ref === undefined ? undefined : componentName(ref, "schemas");
  return name === undefined ? undefined : own(ownObject(ownObject(upgraded, "components"), "schemas"), name);
}
