import { describeOperation, type OperationPair } from "../contract/operations.js";
import { isDefaultSuccessNew, isSuccess, responseAnchors, statusText, uncoveredResponses } from "../contract/responses.js";
import { changedSuccesses } from "../contract/success-statuses.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new success status of an operation. */
export const successResponseAdded: PairRule<OperationPair> = {
  id: "success-response-added",
  breaks: "client",
  why: "Clients that expect the listed statuses receive an unknown one.",
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
    // If it replaced another, a rule about actions reports it.
    const changed = new Set(changedSuccesses(pair).flatMap(({ after }) => after));
    for (const status of uncoveredResponses(pair.before.responses, pair.after.responses)) {
      if (!isSuccess(status) || changed.has(status)) continue;
      report(`${describeOperation(pair.after)} now has a ${statusText(status)} response`, responseAnchors(pair, status));
    }
    if (isDefaultSuccessNew(pair))
      report(`the default response of ${describeOperation(pair.after)} now covers successes`, responseAnchors(pair, "default"));
  },
};

/** A removed success status of an operation. */
export const successResponseRemoved: PairRule<OperationPair> = {
  id: "success-response-removed",
  breaks: "both",
  why: "Clients that expect the response don't receive it, and servers that still send it violate the contract.",
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
      report(`${describeOperation(pair.after)} no longer has a ${statusText(status)} response`, {
        ...responseAnchors(pair, status),
        isGone: true,
      });
    }
  },
};

/** A new error response of an operation. */
export const errorResponseAdded: PairRule<OperationPair> = {
  id: "error-response-added",
  breaks: "client",
  severity: "warning",
  why: "Clients that switch on error responses encounter an unknown one. As any call can fail, they should handle it.",
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
      report(`${describeOperation(pair.after)} now has a ${statusText(status)} response`, responseAnchors(pair, status));
    }
  },
};

/** A removed error response of an operation. */
export const errorResponseRemoved: PairRule<OperationPair> = {
  id: "error-response-removed",
  breaks: "nobody",
  why: "Clients that handle it no longer encounter it.",
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
      report(`${describeOperation(pair.after)} no longer has a ${statusText(status)} response`, {
        ...responseAnchors(pair, status),
        isGone: true,
      });
    }
  },
};

/** A new status that clients may return to a webhook or callback. */
export const callAnswerAdded: PairRule<OperationPair> = {
  id: "call-answer-added",
  breaks: "server",
  why: "Servers that handle only the listed statuses receive an unknown one.",
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
      report(`clients may now return ${statusText(status)} to ${describeOperation(pair.after)}`, responseAnchors(pair, status));
    }
  },
};

/** A status that clients may no longer return to a webhook or callback. */
export const callAnswerRemoved: PairRule<OperationPair> = {
  id: "call-answer-removed",
  breaks: "client",
  why: "Servers don't understand clients that still return it.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
    -       responses: { "200": { description: Seen. }, "410": { description: Never again, please. } }
    +       responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      report(`clients may no longer return ${statusText(status)} to ${describeOperation(pair.after)}`, {
        ...responseAnchors(pair, status),
        isGone: true,
      });
    }
  },
};
