import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import { allowedTypes } from "./allowed-types.js";
import type { RuleContext, RuleReport } from "./rule.js";
import { referredSchema } from "./schemas.js";

/** Reports objects in the bodies, or in the results, of all actions that are implicitly open, each once. */
export function reportOpenObjects(
  context: RuleContext,
  part: "body" | "result",
  report: RuleReport<{ readonly action: string }>,
): void {
  const reported = new Set<JsonObject>();
  for (const { name, action } of context.actions) {
    if (!context.isWhole(own(action, part))) continue;
    const open = openObject(context, own(action, part));
    if (!open || reported.has(open)) continue;
    reported.add(open);
    const location = context.locations.value(action, part);
    const isElsewhere = open !== action[part];
    report({ action: name }, context.locations.value(open), {
      related: [isElsewhere && location ? { message: `the ${part} of the action`, location } : undefined],
    });
  }
}

/** Returns the first schema of an object without `additionalProperties` and `unevaluatedProperties`. */
function openObject(
  context: RuleContext,
  schema: JsonValue | undefined,
  within: ReadonlySet<JsonValue> = new Set(),
): JsonObject | undefined {
  if (!isObject(schema) || within.has(schema) || !allowedTypes(context, schema).has("object")) return undefined;
  if (["additionalProperties", "unevaluatedProperties", "const", "enum"].some((keyword) => Object.hasOwn(schema, keyword)))
    return undefined;
  const inner = new Set([...within, schema]);
  // One closed part closes the whole; alternatives must all be closed.
  const parts = [...subschemasAt(schema, "allOf")];
  const target = referredSchema(context, schema);
  if (target !== undefined) parts.push(target);
  const open = parts.map((part) => openObject(context, part, inner));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const list = subschemasAt(schema, keyword);
    if (list.length > 0)
      open.push(list.map((branch) => openObject(context, branch, inner)).find((branch) => branch !== undefined));
  }
  if (open.length === 0) return schema;
  return open.every((part) => part !== undefined) ? open[0] : undefined;
}
