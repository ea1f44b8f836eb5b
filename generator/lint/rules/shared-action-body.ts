import { quote } from "../../diagnostics/escape.js";
import { own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { defineRule, type ActionNode } from "../rule.js";
import { isSameSchema } from "../same-schema.js";

/** An action without a body accepts `{}` only. */
const noInput: JsonObject = { type: "object", additionalProperties: false };

/** Callers expect that an action means the same for every type that has it. Where it doesn't, someone says so. */
export const sharedActionBody = defineRule({
  code: "shared-action-body",
  severity: "warning",
  message: ({ name, type, other }: { name: string; type: string; other: string }) =>
    `the action ${quote(name)} takes another body for ${quote(type)} than for ${quote(other)}`,
  hint: "Let both refer to one schema, or write `x-distinct-body: true` in one of them.",
  cause: "Callers expect that an action of one name takes the same input whatever the type of the service.",
  bad: `
      x-platform-search-actions:
        restart:
          body: { type: object, additionalProperties: false, properties: { hard: { type: boolean } } }`,
  good: `
      x-platform-search-actions:
        restart:
          x-distinct-body: true
          body: { type: object, additionalProperties: false, properties: { hard: { type: boolean } } }`,
  at: "operation",

  check(context, report) {
    const first = new Map<string, ActionNode>();
    for (const node of context.actions) {
      const other = first.get(node.name);
      if (!other) first.set(node.name, node);
      else if (
        other.type !== node.type &&
        !isOnPurpose(node) &&
        !isOnPurpose(other) &&
        !isSameSchema(context, bodyOf(node), bodyOf(other))
      ) {
        const location = context.places.key(other.map, other.name);
        report({ name: node.name, type: node.type, other: other.type }, context.places.key(node.map, node.name), {
          related: [location && { message: "the other action", location }],
        });
      }
    }
  },
});

function bodyOf({ action }: ActionNode): JsonValue {
  return own(action, "body") ?? noInput;
}

function isOnPurpose({ action }: ActionNode): boolean {
  return own(action, "x-distinct-body") === true;
}
