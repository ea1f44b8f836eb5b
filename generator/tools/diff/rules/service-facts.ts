import { endpointPair, isSameOperation, representationOf, serviceFacts, shownUses } from "../contract/endpoints.js";
import { changedFacts, describeGone, describeMoved, factAnchors, toldProperties } from "../contract/facts.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A fact of services that stands elsewhere in what represents them. */
export const serviceFactMoved: PairRule<OperationPair> = {
  id: "service-fact-moved",
  breaks: "both",
  why: "Clients read it at its old place and find nothing, and a server that still writes it there breaks the contract.",
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

/** A fact of services that nothing shows any more. */
export const serviceFactRemoved: PairRule<OperationPair> = {
  id: "service-fact-removed",
  breaks: "both",
  why: "Clients that read it find nothing, and a server that still sends it breaks the contract.",
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
    const shown = { before: representationOf(endpoints.before), after: representationOf(endpoints.after) };
    // Another operation that represents services takes nothing away from the one that did.
    if (!shown.before || !shown.after || !isSameOperation(shown.before, shown.after)) return;
    const [before, after] = [serviceFacts(endpoints.before), serviceFacts(endpoints.after)];
    if (!before || !after || before.isAssumed) return;
    const changes = changedFacts({ before, after })[kind];
    if (changes.length === 0) return;
    const told = toldProperties({ before, after }, changes, shownUses(shown.after, after.version));
    const text = kind === "moved" ? describeMoved(changes) : describeGone(changes);
    const where = kind === "moved" ? "in" : "from";
    report(`${text} ${where} the services of ${describeOperation(pair.after)}`, factAnchors({ before, after }, changes), told);
  };
}
