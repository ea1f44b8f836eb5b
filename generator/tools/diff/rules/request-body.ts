import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A body that may be sent now. */
export const requestBodyAdded: PairRule<OperationPair> = {
  id: "request-body-added",
  breaks: "nobody",
  why: "Clients may leave it out.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          put:
            operationId: putOrder
    +       requestBody:
    +         content:
    +           application/json: { schema: { type: object } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (pair.before.model.body || pair.after.model.body?.required !== false) return;
    report(`${describeOperation(pair.after)} takes a body now`, fieldAnchors(pair, "requestBody"));
  },
};

/** A body that is gone. */
export const requestBodyRemoved: PairRule<OperationPair> = {
  id: "request-body-removed",
  breaks: "both",
  why: "What clients send is ignored now, or refused, and a server that relies on a body finds none.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          put:
            operationId: putOrder
    -       requestBody:
    -         content:
    -           application/json: { schema: { type: object } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (!pair.before.model.body || pair.after.model.body) return;
    report(`${describeOperation(pair.after)} takes no body any more`, { ...fieldAnchors(pair, "requestBody"), isGone: true });
  },
};

/** A body that must be sent now. */
export const requestBodyRequired: PairRule<OperationPair> = {
  id: "request-body-required",
  breaks: "client",
  why: "Requests without a body, which clients could send before, are rejected.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          put:
            operationId: putOrder
            requestBody:
    +         required: true
              content:
                application/json: { schema: { type: object } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (pair.before.model.body?.required || !pair.after.model.body?.required) return;
    const what = pair.before.model.body ? "must be sent now" : "is new and must be sent";
    report(`the body of ${describeOperation(pair.after)} ${what}`, fieldAnchors(pair, "requestBody"));
  },
};

/** A body that may be left out now. */
export const requestBodyOptional: PairRule<OperationPair> = {
  id: "request-body-optional",
  breaks: "server",
  why: "A server that relies on a body finds none.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          put:
            operationId: putOrder
            requestBody:
    -         required: true
              content:
                application/json: { schema: { type: object } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (!pair.before.model.body?.required || pair.after.model.body?.required !== false) return;
    report(`the body of ${describeOperation(pair.after)} may be left out now`, fieldAnchors(pair, "requestBody"));
  },
};
