import { quote } from "../../../diagnostics/escape.js";
import { ownString } from "../../../document/json-value.js";
import { fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The name of an operation in code. */
export const operationIdChanged: PairRule<OperationPair> = {
  id: "operation-id-changed",
  breaks: "both",
  severity: "warning",
  why: "The wire format is unchanged, but names in generated code change, so code that uses them doesn't compile.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
    -       operationId: getOrder
    +       operationId: readOrder
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    const [before, after] = [pair.before, pair.after].map(({ object }) => ownString(object, "operationId"));
    if (before === undefined || before === after) return;
    const now = after === undefined ? "no longer has an operationId" : `was renamed to ${quote(after)}`;
    report(`${quote(before)} ${now}`, fieldAnchors(pair, "operationId"));
  },
};
