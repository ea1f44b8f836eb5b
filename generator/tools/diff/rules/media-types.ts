import { quote } from "../../../diagnostics/escape.js";
import { essenceOf } from "../../../document/media-kind.js";
import { replacedErrorTypes } from "../contract/errors.js";
import { changedBodyTypes, contentAnchors, droppedMediaTypes, uncoveredMediaTypes } from "../contract/media-types.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { describeResponse, keptResponses, statusText } from "../contract/responses.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new media type of the body. */
export const requestMediaTypeAdded: PairRule<OperationPair> = {
  id: "request-media-type-added",
  breaks: "server",
  why: "Servers must be able to read it.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          put:
            operationId: putOrder
            requestBody:
              content:
                application/json: { schema: { type: object } }
    +           application/xml: { schema: { type: object } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    const { added, anchors } = changedBodyTypes(pair);
    for (const name of added) report(`the body of ${describeOperation(pair.after)} now also accepts ${quote(name)}`, anchors);
  },
};

/** A removed media type of the body. */
export const requestMediaTypeRemoved: PairRule<OperationPair> = {
  id: "request-media-type-removed",
  breaks: "client",
  why: "Clients that send it now receive 415.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          put:
            operationId: putOrder
            requestBody:
              content:
                application/json: { schema: { type: object } }
    -           application/xml: { schema: { type: object } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    const { removed, anchors } = changedBodyTypes(pair);
    for (const name of removed)
      report(`the body of ${describeOperation(pair.after)} no longer accepts ${quote(name)}`, { ...anchors, isGone: true });
  },
};

/** A new media type of the body of a webhook or callback. */
export const callMediaTypeAdded: PairRule<OperationPair> = {
  id: "call-media-type-added",
  breaks: "client",
  why: "Clients can't choose the media type of a call: those that don't support it can't read the body.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            requestBody:
              required: true
              content:
                application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } }
    +           application/xml: { schema: { type: object, required: [id], properties: { id: { type: string } } } }
            responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    const { added, anchors } = changedBodyTypes(pair);
    for (const name of added)
      report(`the body of ${describeOperation(pair.after)} can now also be sent as ${quote(name)}`, anchors);
  },
};

/** A removed media type of the body of a webhook or callback. */
export const callMediaTypeRemoved: PairRule<OperationPair> = {
  id: "call-media-type-removed",
  breaks: "client",
  why: "Clients that support no other media type can't read the body.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            requestBody:
              required: true
              content:
                application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } }
    -           application/xml: { schema: { type: object, required: [id], properties: { id: { type: string } } } }
            responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    const { removed, anchors } = changedBodyTypes(pair);
    for (const name of removed)
      report(`the body of ${describeOperation(pair.after)} is no longer sent as ${quote(name)}`, { ...anchors, isGone: true });
  },
};

/** A new media type of a response, which clients can request. */
export const responseMediaTypeAdded: PairRule<OperationPair> = {
  id: "response-media-type-added",
  breaks: "nobody",
  why: "Clients that don't request it don't receive it.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200":
                description: The order.
                content:
                  application/json: { schema: { type: object } }
    +             application/xml: { schema: { type: object } }
  `),
  check(pair, report) {
    const replaced = replacedErrorTypes(pair);
    for (const { status, before, after } of keptResponses(pair)) {
      for (const name of uncoveredMediaTypes(before, after)) {
        // If it replaced another, a rule about errors reports it.
        if (essenceOf(name) === replaced.get(describeResponse(status, pair.after.title))?.after) continue;
        report(
          `the ${statusText(status)} response of ${describeOperation(pair.after)} can now also be sent as ${quote(name)}`,
          contentAnchors({ before, after }),
        );
      }
    }
  },
};

/** A removed media type of a response. */
export const responseMediaTypeRemoved: PairRule<OperationPair> = {
  id: "response-media-type-removed",
  breaks: "client",
  why: "Clients that accept nothing else receive 406, or a response that they can't read.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses:
              "200":
                description: The order.
                content:
                  application/json: { schema: { type: object } }
    -             application/xml: { schema: { type: object } }
  `),
  check(pair, report) {
    const replaced = replacedErrorTypes(pair);
    for (const { status, before, after } of keptResponses(pair)) {
      for (const name of droppedMediaTypes(before, after)) {
        if (essenceOf(name) === replaced.get(describeResponse(status, pair.after.title))?.before) continue;
        report(`the ${statusText(status)} response of ${describeOperation(pair.after)} is no longer sent as ${quote(name)}`, {
          ...contentAnchors({ before, after }),
          isGone: true,
        });
      }
    }
  },
};
