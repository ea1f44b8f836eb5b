import { quote } from "../../../diagnostics/escape.js";
import { describeParameter, keptParameters, objectAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The name of a path parameter. */
export const pathParameterRenamed: PairRule<OperationPair> = {
  id: "path-parameter-renamed",
  breaks: "both",
  severity: "warning",
  why: "The wire format is unchanged, but the value is renamed in generated code, so code that uses it doesn't compile.",
  example: inContract(`
      paths:
    -   /orders/{order_id}:
    +   /orders/{id}:
          get:
            operationId: getOrder
            parameters:
    -         - { name: order_id, in: path, required: true, schema: { type: string } }
    +         - { name: id, in: path, required: true, schema: { type: string } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (after.model.in !== "path" || before.model.name === after.model.name) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "name");
      report(`${describeParameter(before, pair.after)} was renamed to ${quote(after.model.name)}`, anchors);
    }
  },
};
