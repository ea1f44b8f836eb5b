import { describeOperation, type OperationPair } from "../contract/operations.js";
import { isDefaultSuccessNew, isSuccess, responseAnchors, statusText, uncoveredResponses } from "../contract/responses.js";
import { changedSuccesses } from "../contract/success-statuses.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A status of success that an operation can answer with now. */
export const successResponseAdded: PairRule<OperationPair> = {
  id: "success-response-added",
  breaks: "client",
  why: "Clients that look out for the statuses that were listed meet another one.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: Done. }
    +         "202": { description: Later. }
  `),
  check(pair, report) {
    // Rules about actions report that one took the place of another.
    const changed = new Set(changedSuccesses(pair).flatMap(({ after }) => after));
    for (const status of uncoveredResponses(pair.before.responses, pair.after.responses)) {
      if (!isSuccess(status) || changed.has(status)) continue;
      report(`${describeOperation(pair.after)} has a ${statusText(status)} answer now`, responseAnchors(pair, status));
    }
    if (isDefaultSuccessNew(pair))
      report(`the default answer of ${describeOperation(pair.after)} can be any success now`, responseAnchors(pair, "default"));
  },
};

/** A status of success that is gone. */
export const successResponseRemoved: PairRule<OperationPair> = {
  id: "success-response-removed",
  breaks: "both",
  why: "Clients wait in vain for the answer that they were promised, and a server that still gives it breaks the contract.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: Done. }
    -         "204": { description: Nothing. }
  `),
  check(pair, report) {
    const changed = new Set(changedSuccesses(pair).flatMap(({ before }) => before));
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      if (!isSuccess(status) || changed.has(status)) continue;
      report(`${describeOperation(pair.after)} no longer has a ${statusText(status)} answer`, {
        ...responseAnchors(pair, status),
        isGone: true,
      });
    }
  },
};

/** A failure that an operation can answer with now. */
export const errorResponseAdded: PairRule<OperationPair> = {
  id: "error-response-added",
  breaks: "client",
  severity: "warning",
  why: "Clients that tell failures apart meet one that they don't know. Any call can fail, so they should cope.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: Done. }
              "404": { description: Unknown. }
    +         "410": { description: Gone. }
  `),
  check(pair, report) {
    for (const status of uncoveredResponses(pair.before.responses, pair.after.responses)) {
      if (isSuccess(status) || (status === "default" && isDefaultSuccessNew(pair))) continue;
      report(`${describeOperation(pair.after)} has a ${statusText(status)} answer now`, responseAnchors(pair, status));
    }
  },
};

/** A failure that is gone. */
export const errorResponseRemoved: PairRule<OperationPair> = {
  id: "error-response-removed",
  breaks: "nobody",
  why: "Clients that look out for it don't meet it any more.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200": { description: Done. }
              "404": { description: Unknown. }
    -         "410": { description: Gone. }
  `),
  check(pair, report) {
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      if (isSuccess(status)) continue;
      report(`${describeOperation(pair.after)} no longer has a ${statusText(status)} answer`, {
        ...responseAnchors(pair, status),
        isGone: true,
      });
    }
  },
};

/** A status that clients may answer a webhook or callback with now. */
export const callAnswerAdded: PairRule<OperationPair> = {
  id: "call-answer-added",
  breaks: "server",
  why: "A server that knows the listed statuses only meets another one.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
    -       responses: { "200": { description: Seen. } }
    +       responses: { "200": { description: Seen. }, "410": { description: Never again, please. } }
  `),
  check(pair, report) {
    const statuses = new Set(uncoveredResponses(pair.before.responses, pair.after.responses));
    if (isDefaultSuccessNew(pair)) statuses.add("default");
    for (const status of statuses) {
      report(`${describeOperation(pair.after)} may be answered with ${statusText(status)} now`, responseAnchors(pair, status));
    }
  },
};

/** A status that clients may answer a webhook or callback with no longer. */
export const callAnswerRemoved: PairRule<OperationPair> = {
  id: "call-answer-removed",
  breaks: "client",
  why: "Clients that answer with it are not understood.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
    -       responses: { "200": { description: Seen. }, "410": { description: Never again, please. } }
    +       responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      report(`${describeOperation(pair.after)} may no longer be answered with ${statusText(status)}`, {
        ...responseAnchors(pair, status),
        isGone: true,
      });
    }
  },
};
