import { own } from "../../../document/json-value.js";
import { describeParameter, keptParameters, objectAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A parameter that must be sent now. */
export const parameterRequired: PairRule<OperationPair> = {
  id: "parameter-required",
  breaks: "client",
  why: "Clients that leave it out, as they could before, are answered 400.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
    -         - { name: limit, in: query, schema: { type: integer } }
    +         - { name: limit, in: query, required: true, schema: { type: integer } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (before.model.required || !after.model.required) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "required");
      report(`${describeParameter(after, pair.after)} must be sent now`, anchors);
    }
  },
};

/** A parameter that may be left out now. */
export const parameterOptional: PairRule<OperationPair> = {
  id: "parameter-optional",
  breaks: "server",
  why: "A server that relies on it finds it missing.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
    -         - { name: limit, in: query, required: true, schema: { type: integer } }
    +         - { name: limit, in: query, schema: { type: integer } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (!before.model.required || after.model.required) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "required");
      report(`${describeParameter(after, pair.after)} may be left out now`, anchors);
    }
  },
};

/** A parameter that no longer always comes with a webhook or callback. */
export const callParameterOptional: PairRule<OperationPair> = {
  id: "call-parameter-optional",
  breaks: "client",
  why: "Clients that rely on it find it missing.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            parameters:
              - { in: header, name: X-Delivery, required: true, schema: { type: string } }
    -         - { in: header, name: X-Signature, required: true, schema: { type: string } }
    +         - { in: header, name: X-Signature, required: false, schema: { type: string } }
            responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (!before.model.required || after.model.required) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "required");
      report(`${describeParameter(after, pair.after)} is no longer always there`, anchors);
    }
  },
};

/** A parameter that is to go. */
export const parameterDeprecated: PairRule<OperationPair> = {
  id: "parameter-deprecated",
  breaks: "nobody",
  why: "It goes on working; clients should do without.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
    -         - { name: limit, in: query, schema: { type: integer } }
    +         - { name: limit, in: query, deprecated: true, schema: { type: integer } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (own(before.object, "deprecated") === true || own(after.object, "deprecated") !== true) continue;
      const anchors = objectAnchors({ before: before.object, after: after.object }, "deprecated");
      report(`${describeParameter(after, pair.after)} is deprecated`, anchors);
    }
  },
};
