import { endpointPair, isSameOperation, representationOf, serviceFacts, representationUses } from "../contract/endpoints.js";
import { changedFacts, describeGone, describeMoved, factAnchors, reportedProperties } from "../contract/facts.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A fact of services that moved within their representation. */
export const serviceFactMoved: PairRule<OperationPair> = {
  id: "service-fact-moved",
  breaks: "both",
  why: "Clients that read it at its old location find nothing, and servers that still write it there violate the contract.",
  example: inContract(`
      paths:
        /services/{service_id}:
          get:
            operationId: getService
            responses:
              "200":
                description: A service.
                content:
                  application/json:
                    schema:
                      type: object
    -                 required: [id, type]
    +                 required: [id, kind]
                      properties:
                        id: { type: string }
    -                   type: { const: postgres }
    +                   kind: { const: postgres }
        /services/{service_id}/actions/{action}:
          post:
            operationId: invokeAction
            responses: { "200": { description: Done. } }
            x-platform-postgres-actions:
              add_ip: { label: Add an address }
  `),
  check: factCheck("moved"),
};

/** A fact of services that was removed from their representation. */
export const serviceFactRemoved: PairRule<OperationPair> = {
  id: "service-fact-removed",
  breaks: "both",
  why: "Clients that read it find nothing, and servers that still send it violate the contract.",
  example: inContract(`
      paths:
        /services/{service_id}:
          get:
            operationId: getService
            responses:
              "200":
                description: A service.
                content:
                  application/json:
                    schema:
                      type: object
                      required: [id]
                      properties:
                        id: { type: string }
    -                   plan: { type: string }
        /services/{service_id}/actions/{action}:
          post:
            operationId: invokeAction
            responses: { "200": { description: Done. } }
            x-platform-postgres-actions:
              add_ip: { label: Add an address }
  `),
  check: factCheck("gone"),
};

function factCheck(kind: "moved" | "gone"): PairRule<OperationPair>["check"] {
  return (pair, report) => {
    const endpoints = endpointPair(pair);
    if (!endpoints) return;
    const representation = { before: representationOf(endpoints.before), after: representationOf(endpoints.after) };
    // A second operation that represents services doesn't replace the first.
    if (!representation.before || !representation.after || !isSameOperation(representation.before, representation.after)) return;
    const [before, after] = [serviceFacts(endpoints.before), serviceFacts(endpoints.after)];
    if (!before || !after || before.isAssumed) return;
    const changes = changedFacts({ before, after })[kind];
    if (changes.length === 0) return;
    const reported = reportedProperties({ before, after }, changes, representationUses(representation.after, after.version));
    const text = kind === "moved" ? describeMoved(changes) : describeGone(changes);
    const where = kind === "moved" ? "in" : "from";
    report(
      `${text} ${where} the services of ${describeOperation(pair.after)}`,
      factAnchors({ before, after }, changes),
      reported,
    );
  };
}
