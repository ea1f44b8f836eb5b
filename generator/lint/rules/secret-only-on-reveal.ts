import { quote } from "../../diagnostics/catalog/entry.js";
import { own, type JsonObject } from "../../load/json-value.js";
import { hasPropertyMark } from "../../load/property-mark.js";
import { reachableSchemas, type Sent } from "../reachable-schemas.js";
import { isMarked, isNamedReveal, isRevealingAction, isSecret, responsesOf, resultOf } from "../revealing.js";
import type { Rule, RuleContext } from "../rule.js";

/**
 * What is marked as a secret leaves the service only where somebody asked for exactly that. A `writeOnly` property of a schema
 * that requests have too is what the mark is for: generated servers take it and never answer it.
 */
export const secretOnlyOnReveal: Rule = {
  code: "secret-only-on-reveal",
  check(context) {
    const { places, report } = context;
    const received = new Set([...reachableSchemas(context, receivedOf(context))].map(({ schema }) => schema));
    const isLeftOut = (schema: JsonObject, property: string) =>
      received.has(schema) && hasPropertyMark(schema, property, "writeOnly", (ref) => context.resolve({ $ref: ref }));
    for (const reached of reachableSchemas(context, sentInTheOpen(context), isLeftOut)) {
      const { schema, key, entry, sent } = reached;
      if (!isSecret(schema)) continue;
      const what = schema["format"] === "password" ? "secret" : "write-only value";
      const secret = key === undefined ? `a ${what}` : `the ${what} ${quote(key)}`;
      const related = reached.references().map((reference) => {
        const location = places.value(reference, "$ref");
        return location && { message: "reached through this reference", location };
      });
      report(
        "secret-only-on-reveal",
        { secret, response: sent },
        entry ? places.key(entry.map, entry.name) : places.value(schema),
        { related },
      );
    }
  },
};

/** What callers send. */
function receivedOf({ operations, actions }: RuleContext): Sent[] {
  const bodies = operations
    .filter(({ role }) => role === "api")
    .map(({ operation }): Sent => ({ value: own(operation, "requestBody"), kind: "requestBody", name: "" }));
  return [...bodies, ...actions.map(({ action }): Sent => ({ value: own(action, "body"), kind: "schema", name: "" }))];
}

/** Results and responses that must not have secrets. */
function sentInTheOpen(context: RuleContext): Sent[] {
  const operations = context.operations.filter(({ role }) => role === "api");
  const responses = operations.flatMap((node) => {
    const mayReveal = isMarked(context, node) || isNamedReveal(context, node);
    return responsesOf(context, node, mayReveal ? "others" : "all");
  });
  const results = context.actions.filter((node) => !isRevealingAction(context, node)).map(resultOf);
  return [...responses, ...results];
}
