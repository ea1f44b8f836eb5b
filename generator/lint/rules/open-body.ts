import { quote } from "../../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { allowedTypes } from "../allowed-types.js";
import { defineRule, type RuleContext } from "../rule.js";
import { referredSchema } from "../schemas.js";

/** Misspelt properties of an open object are ignored, and undeclared ones are sent: that should be said, not forgotten. */
export const openBody = defineRule({
  code: "open-body",
  severity: "warning",
  message: ({ part, action }: { part: "body" | "result"; action: string }) =>
    `the ${part} of ${quote(action)} takes any further property, which its schema doesn't say`,
  hint: "Write `additionalProperties: false`, or `true` if that is meant.",
  cause:
    "The object takes any further property, which nobody decided. A misspelt property of a body is then ignored without a word, and a result may carry what it should not.",
  bad: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } } } }",
  good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    const reported = new Set<JsonObject>();
    for (const { name, action } of context.actions) {
      for (const part of ["body", "result"] as const) {
        const open = openObject(context, own(action, part));
        if (!open || reported.has(open)) continue;
        reported.add(open);
        const location = context.locations.value(action, part);
        const isElsewhere = open !== action[part];
        report({ part, action: name }, context.locations.value(open), {
          related: [isElsewhere && location ? { message: `the ${part} of the action`, location } : undefined],
        });
      }
    }
  },
});

/** The first schema of an object that says neither `additionalProperties` nor `unevaluatedProperties`. */
function openObject(
  context: RuleContext,
  schema: JsonValue | undefined,
  within: ReadonlySet<JsonValue> = new Set(),
): JsonObject | undefined {
  if (!isObject(schema) || within.has(schema) || !allowedTypes(context, schema).has("object")) return undefined;
  if (["additionalProperties", "unevaluatedProperties", "const", "enum"].some((keyword) => Object.hasOwn(schema, keyword)))
    return undefined;
  const inner = new Set([...within, schema]);
  // One closed part closes the whole; of alternatives each must be.
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
