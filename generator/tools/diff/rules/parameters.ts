import {
  addedParameters,
  describeParameter,
  fieldAnchor,
  type OperationPair,
  removedParameters,
} from "../contract/operations.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A parameter that must be sent now and wasn't there. */
export const parameterAddedRequired: PairRule<OperationPair> = {
  id: "parameter-added-required",
  breaks: "client",
  why: "Clients that don't send it, as they couldn't know it, are answered 400.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
              - { name: limit, in: query, schema: { type: integer } }
    +         - { name: cursor, in: query, required: true, schema: { type: string } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const parameter of addedParameters(pair).filter(({ model }) => model.required)) {
      const anchors = { before: fieldAnchor(pair.before, "parameters"), after: at(parameter.object) };
      report(`${describeParameter(parameter, pair.after)} is new and required`, anchors);
    }
  },
};

/** A parameter that may be sent now. */
export const parameterAdded: PairRule<OperationPair> = {
  id: "parameter-added",
  breaks: "nobody",
  why: "Clients may leave it out.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
              - { name: limit, in: query, schema: { type: integer } }
    +         - { name: cursor, in: query, schema: { type: string } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const parameter of addedParameters(pair).filter(({ model }) => !model.required)) {
      const anchors = { before: fieldAnchor(pair.before, "parameters"), after: at(parameter.object) };
      report(`${describeParameter(parameter, pair.after)} is new`, anchors);
    }
  },
};

/** A parameter that is gone. */
export const parameterRemoved: PairRule<OperationPair> = {
  id: "parameter-removed",
  breaks: "client",
  why: "What clients ask for with it is ignored now, or refused.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
              - { name: limit, in: query, schema: { type: integer } }
    -         - { name: cursor, in: query, schema: { type: string } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const parameter of removedParameters(pair)) {
      const anchors = { before: at(parameter.object), after: fieldAnchor(pair.after, "parameters"), isGone: true };
      report(`${describeParameter(parameter, pair.before)} is gone`, anchors);
    }
  },
};

/** A parameter that no longer comes with a webhook or callback. */
export const callParameterRemoved: PairRule<OperationPair> = {
  ...parameterRemoved,
  id: "call-parameter-removed",
  why: "Clients that read it find nothing.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            parameters:
              - { in: header, name: X-Delivery, required: true, schema: { type: string } }
    -         - { in: header, name: X-Signature, required: true, schema: { type: string } }
            responses: { "200": { description: Seen. } }
  `),
};
