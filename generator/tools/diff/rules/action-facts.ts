import { endpointPair, envelopeFacts, successUses } from "../contract/endpoints.js";
import { changedFacts, describeGone, describeMoved, factAnchors, reportedProperties } from "../contract/facts.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { inEndpoint } from "../example.js";
import type { PairRule } from "../rule.js";

/** A fact of an action that moved within the response. */
export const actionFactMoved: PairRule<OperationPair> = {
  id: "action-fact-moved",
  breaks: "both",
  why: "Clients that read it at its old location find nothing, and servers that still write it there violate the contract.",
  example: inEndpoint(`
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema:
                type: object
    -           required: [status, result]
    +           required: [status, output]
                properties:
                  status: { type: string }
    -             result: { type: object }
    +             output: { type: object }
  `),
  check: factCheck("moved"),
};

/** A fact of an action that was removed from the response. */
export const actionFactRemoved: PairRule<OperationPair> = {
  id: "action-fact-removed",
  breaks: "both",
  why: "Clients that read it find nothing, and servers that still send it violate the contract.",
  example: inEndpoint(`
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema:
                type: object
                required: [result]
                properties:
    -             message: { type: string }
                  result: { type: object }
  `),
  check: factCheck("gone"),
};

function factCheck(kind: "moved" | "gone"): PairRule<OperationPair>["check"] {
  return (pair, report) => {
    const endpoints = endpointPair(pair);
    if (!endpoints) return;
    const facts = { before: envelopeFacts(endpoints.before), after: envelopeFacts(endpoints.after) };
    const changes = changedFacts(facts)[kind];
    if (changes.length === 0) return;
    const reported = reportedProperties(facts, changes, successUses(pair));
    const text = kind === "moved" ? describeMoved(changes) : describeGone(changes);
    const where = kind === "moved" ? "in" : "from";
    report(`${text} ${where} the responses of ${describeOperation(pair.after)}`, factAnchors(facts, changes), reported);
  };
}
