import type { ResponseError } from "../../binding/error-binding.js";
import { bindingKeys } from "../../binding/binding.js";
import { quote } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import { describeOperation, mapsByEndpoint } from "../operations.js";
import { errorResponses, type ErrorResponse } from "../error-responses.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

/** The maximum number of operations that are named if they differ in the same way: with more, it is the way of the document. */
const maxNamed = 5;

/**
 * In an API with actions, all operations should fail in the same way. One finding for each operation that doesn't;
 * one for all that differ in the same way if they are many, or if the other operations share another shape.
 */
export const errorBodyVaries = defineRule({
  code: "error-body-varies",
  severity: "warning",
  comparesParts: true,
  message: ({ operation, statuses, more }: { operation: string; statuses: string; more: number }) =>
    `${quote(operation)}${more > 0 ? ` and ${more} other operations` : ""} can fail without the error body of the action endpoint: ${quote(statuses)}`,
  hint: "Give these responses the content of the action endpoint's errors, or their own binding if they intentionally differ.",
  cause:
    "Clients read the code and the message of each failure in one way. For an operation that fails in another shape, or with an empty body, they need extra code.",
  bad: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. }, "503": { description: Down. } }`,
  good: `
      /ping:
        get:
          operationId: ping
          responses:
            "204": { description: Here. }
            "503":
              description: Down.
              content:
                application/json:
                  schema: { type: object, required: [error], properties: { error: { type: string } } }`,
  at: "paths",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    if (endpoints.size === 0) return;
    const usual = majorityShape(context, endpoints);
    const key = bindingKeys(context.extensionPrefix).error;
    let hasOwnWay = true;
    const different: { node: OperationNode; errors: ErrorResponse[] }[] = [];
    for (const node of context.operations) {
      if (node.role !== "api") continue;
      const isEndpoint = endpoints.has(node.operation);
      const all = errorResponses(context, node);
      const errors = all.filter(({ response, error, hasContent }) => {
        // A response with a binding of its own differs on purpose.
        if (error) return shapeKey(error) !== usual && !Object.hasOwn(response, key);
        // Other content at the endpoint is an error of its own: `error-body`.
        return !(isEndpoint && hasContent);
      });
      if (isEndpoint ? errors.length > 0 : errors.length < all.length) hasOwnWay = false;
      if (errors.length > 0) different.push({ node, errors });
    }
    const ways = new Map<string, typeof different>();
    for (const one of different) {
      const shapes = one.errors.map(({ status, error }) => [status, error && shapeKey(error)]);
      const way = hasOwnWay ? "" : JSON.stringify(shapes);
      ways.set(way, ways.get(way) ?? []);
      ways.get(way)!.push(one);
    }
    for (const alike of ways.values()) {
      const shown = hasOwnWay || alike.length > maxNamed ? alike.slice(0, 1) : alike;
      const more = alike.length - shown.length;
      for (const { node, errors } of shown) {
        const { responses, status } = errors[0]!;
        const statuses = errors.map((error) => error.status).join(", ");
        report({ operation: describeOperation(node), statuses, more }, context.locations.key(responses, status));
      }
    }
  },
});

/** What determines how a client reads an error. */
function shapeKey({ shape: { mediaType, code, message } }: ResponseError): string {
  return JSON.stringify([mediaType, code, message]);
}

/** The most frequent shape of the action endpoints' errors; if they have none, of other operations' errors. */
function majorityShape(context: RuleContext, endpoints: ReadonlyMap<JsonObject, unknown>): string | undefined {
  const offered = context.operations.filter(({ role }) => role === "api");
  for (const nodes of [offered.filter(({ operation }) => endpoints.has(operation)), offered]) {
    const counts = new Map<string, number>();
    for (const { error } of nodes.flatMap((node) => errorResponses(context, node))) {
      if (error) counts.set(shapeKey(error), (counts.get(shapeKey(error)) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    if (most) return most[0];
  }
  return undefined;
}
