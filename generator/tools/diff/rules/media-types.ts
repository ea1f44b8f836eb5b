import { quote } from "../../../diagnostics/escape.js";
import { essenceOf } from "../../../model/media-kind.js";
import { replacedErrorTypes } from "../contract/errors.js";
import { changedBodyTypes, contentAnchors, uncoveredMediaTypes } from "../contract/media-types.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { describeAnswer, keptResponses, statusText } from "../contract/responses.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A media type of the body that may be sent now. */
export const requestMediaTypeAdded: PairRule<OperationPair> = {
  id: "request-media-type-added",
  breaks: "server",
  why: "A server must be able to read it.",
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
    for (const name of added) report(`the body of ${describeOperation(pair.after)} also accepts ${quote(name)} now`, anchors);
  },
};

/** A media type of the body that is gone. */
export const requestMediaTypeRemoved: PairRule<OperationPair> = {
  id: "request-media-type-removed",
  breaks: "client",
  why: "Clients that send it are answered 415.",
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

/** A media type that the body of a webhook or callback may have now. */
export const callMediaTypeAdded: PairRule<OperationPair> = {
  id: "call-media-type-added",
  breaks: "client",
  why: "Whoever is called can't choose the media type: clients that don't know it can't read what comes.",
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
    for (const name of added) report(`the body of ${describeOperation(pair.after)} can also come as ${quote(name)} now`, anchors);
  },
};

/** A media type that the body of a webhook or callback no longer has. */
export const callMediaTypeRemoved: PairRule<OperationPair> = {
  id: "call-media-type-removed",
  breaks: "client",
  why: "Clients that know no other can't read what comes.",
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
      report(`the body of ${describeOperation(pair.after)} no longer comes as ${quote(name)}`, { ...anchors, isGone: true });
  },
};

/** A media type of an answer that can be asked for now. */
export const responseMediaTypeAdded: PairRule<OperationPair> = {
  id: "response-media-type-added",
  breaks: "nobody",
  why: "Clients that don't ask for it don't get it.",
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
        // A rule about errors reports that one took the place of another.
        if (essenceOf(name) === replaced.get(describeAnswer(status, pair.after.title))?.after) continue;
        report(
          `the ${statusText(status)} answer of ${describeOperation(pair.after)} can also be sent as ${quote(name)}`,
          contentAnchors({ before, after }),
        );
      }
    }
  },
};

/** A media type of an answer that is gone. */
export const responseMediaTypeRemoved: PairRule<OperationPair> = {
  id: "response-media-type-removed",
  breaks: "client",
  why: "Clients that accept nothing else are answered 406, or can't read what comes.",
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
      for (const name of uncoveredMediaTypes(after, before)) {
        if (essenceOf(name) === replaced.get(describeAnswer(status, pair.after.title))?.before) continue;
        report(`the ${statusText(status)} answer of ${describeOperation(pair.after)} is no longer sent as ${quote(name)}`, {
          ...contentAnchors({ before, after }),
          isGone: true,
        });
      }
    }
  },
};
