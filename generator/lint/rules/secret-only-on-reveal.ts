import { quote } from "../../diagnostics/escape.js";
import { isSecret } from "../../json-schema/secrets.js";
import { reachableSchemas, type Sent } from "../reachable-schemas.js";
import { createLeftOut, isMarked, isNamedReveal, isRevealingAction, requestOf, responsesOf, resultOf } from "../revealing.js";
import { defineRule, type RuleContext } from "../rule.js";

/**
 * What is marked as a secret leaves the service only where somebody asked for exactly that. A `writeOnly` property of a schema
 * that the service receives too is what the mark is for: it is left out of what is sent.
 */
export const secretOnlyOnReveal = defineRule({
  code: "secret-only-on-reveal",
  severity: "error",
  adjustable: true,
  message: ({ secret, response }: { secret: string; response: string }) => `${secret} can be read in ${response}`,
  hint: "Leave it out of what is returned. Only 2xx responses of operations with `x-<prefix>-reveal: true`, or with a scope that ends in `:reveal`, may have one.",
  cause:
    "A value that is marked as a secret (`format: password` or `writeOnly`) is part of a response, or of the request of a webhook or callback. It ends up in the logs and caches of everybody who receives it.",
  bad: `
      add_user:
        result:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, password: { type: string, format: password } }`,
  good: `
      add_user:
        result:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, has_password: { type: boolean } }`,
  at: "actions",

  check(context, report) {
    const { locations } = context;
    for (const reached of reachableSchemas(context, sentInTheOpen(context), createLeftOut(context))) {
      const { schema, key, entry, sent } = reached;
      if (!isSecret(schema)) continue;
      const what = schema["format"] === "password" ? "secret" : "write-only value";
      const secret = key === undefined ? `a ${what}` : `the ${what} ${quote(key)}`;
      const related = reached.references().map((reference) => {
        const location = locations.value(reference, "$ref");
        return location && { message: "reached through this reference", location };
      });
      report({ secret, response: sent }, entry ? locations.key(entry.map, entry.name) : locations.value(schema), { related });
    }
  },
});

/** Results, responses, webhooks and callbacks that must not have secrets. */
function sentInTheOpen(context: RuleContext): Sent[] {
  const sent = context.operations.flatMap((node) => {
    if (node.role !== "api") return isMarked(context, node) ? [] : requestOf(context, node);
    const mayReveal = isMarked(context, node) || isNamedReveal(context, node);
    return responsesOf(context, node, mayReveal ? "others" : "all");
  });
  const results = context.actions.filter((node) => !isRevealingAction(context, node)).map(resultOf);
  return [...sent, ...results];
}
