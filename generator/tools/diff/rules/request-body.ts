import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new optional body. */
export const requestBodyAdded: PairRule<OperationPair> = {
  id: "request-body-added",
  breaks: "nobody",
  why: "Clients may omit it.",
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
    report(`${describeOperation(pair.after)} now accepts a body`, fieldAnchors(pair, "requestBody"));
  },
};

/** A removed body. */
export const requestBodyRemoved: PairRule<OperationPair> = {
  id: "request-body-removed",
  breaks: "both",
  why: "Servers ignore or reject what clients send, and servers that rely on a body find none.",
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
    report(`${describeOperation(pair.after)} no longer accepts a body`, { ...fieldAnchors(pair, "requestBody"), isGone: true });
  },
};

/** A body that is now required. */
export const requestBodyRequired: PairRule<OperationPair> = {
  id: "request-body-required",
  breaks: "client",
  why: "Clients that omit the body, as they could before, are rejected.",
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
    const what = pair.before.model.body ? "is now required" : "is new and required";
    report(`the body of ${describeOperation(pair.after)} ${what}`, fieldAnchors(pair, "requestBody"));
  },
};

/** A body that is now optional. */
export const requestBodyOptional: PairRule<OperationPair> = {
  id: "request-body-optional",
  breaks: "server",
  why: "Servers that rely on a body may find none.",
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
    report(`the body of ${describeOperation(pair.after)} is now optional`, fieldAnchors(pair, "requestBody"));
  },
};
