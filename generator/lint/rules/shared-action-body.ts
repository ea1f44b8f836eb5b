import { own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { ActionNode, Rule } from "../rule.js";
import { isSameSchema } from "../same-schema.js";

/** An action without a body accepts `{}` only. */
const noInput: JsonObject = { type: "object", additionalProperties: false };

/** Callers expect that an action means the same for every type that has it. Where it doesn't, someone says so. */
export const sharedActionBody: Rule = {
  code: "shared-action-body",
  check(context) {
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
        context.report(
          "shared-action-body",
          { name: node.name, type: node.type, other: other.type },
          context.places.key(node.map, node.name),
          { related: [location && { message: "the other action", location }] },
        );
      }
    }
  },
};

function bodyOf({ action }: ActionNode): JsonValue {
  return own(action, "body") ?? noInput;
}

function isOnPurpose({ action }: ActionNode): boolean {
  return own(action, "x-distinct-body") === true;
}
