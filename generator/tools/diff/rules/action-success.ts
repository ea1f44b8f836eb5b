import { changedSuccesses } from "../contract/success-statuses.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { responseAnchors, statusText } from "../contract/responses.js";
import { inEndpoint } from "../example.js";
import type { PairRule } from "../rule.js";

/** A changed success status of actions. */
export const actionSuccessStatusChanged: PairRule<OperationPair> = {
  id: "action-success-status-changed",
  breaks: "both",
  why: "Clients that expect the old status don't receive it, and servers that still send it violate the contract.",
  example: inEndpoint(`
      responses:
    -   "200": { description: Done. }
    +   "201": { description: Done. }
  `),
  check(pair, report) {
    for (const { isAsync, before, after } of changedSuccesses(pair)) {
      const actions = isAsync ? "asynchronous actions" : "actions";
      const texts = [before, after].map((statuses) => statuses.map(statusText).join(" or "));
      const anchors = {
        before: responseAnchors(pair, before[0]!).before,
        after: responseAnchors(pair, after[0]!).after,
      };
      report(`${actions} of ${describeOperation(pair.after)} now succeed with ${texts[1]} instead of ${texts[0]}`, anchors);
    }
  },
};
