import { own } from "../../../document/json-value.js";
import {
  addedParameters,
  describeParameter,
  fieldAnchor,
  keptParameters,
  objectAnchors,
  type OperationPair,
  removedParameters,
} from "../contract/operations.js";
import { inContract } from "../example.js";
import { at, type PairRule, type Rule } from "../rule.js";

/** A parameter that must be sent now and wasn't there. */
export const parameterAddedRequired = additionRule(true, {
  id: "parameter-added-required",
  breaks: "client",
  why: "Requests without it, which clients that don't know it send, are rejected.",
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
  message: "is new and required",
});

/** A parameter that may be sent now. */
export const parameterAdded = additionRule(false, {
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
  message: "is new",
});

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

/** A parameter that must be sent now. */
export const parameterRequired = presenceRule(true, {
  id: "parameter-required",
  breaks: "client",
  why: "Requests without it, which clients could send before, are rejected.",
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
  message: "must be sent now",
});

/** A parameter that may be left out now. */
export const parameterOptional = presenceRule(false, {
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
  message: "may be left out now",
});

/** A parameter that no longer always comes with a webhook or callback. */
export const callParameterOptional = presenceRule(false, {
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
  message: "is no longer always there",
});

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

/** A rule whose `message` is the end of a sentence about a parameter. */
interface ParameterRule extends Rule {
  readonly message: string;
}

/** A rule about parameters that are new and required, or new and optional. */
function additionRule(isRequired: boolean, { message, ...rule }: ParameterRule): PairRule<OperationPair> {
  return {
    ...rule,
    check(pair, report) {
      for (const parameter of addedParameters(pair)) {
        if (parameter.model.required !== isRequired) continue;
        const anchors = { before: fieldAnchor(pair.before, "parameters"), after: at(parameter.object) };
        report(`${describeParameter(parameter, pair.after)} ${message}`, anchors);
      }
    },
  };
}

/** A rule about parameters that have become required, or optional. */
function presenceRule(isRequired: boolean, { message, ...rule }: ParameterRule): PairRule<OperationPair> {
  return {
    ...rule,
    check(pair, report) {
      for (const { before, after } of keptParameters(pair)) {
        if (before.model.required === isRequired || after.model.required !== isRequired) continue;
        const anchors = objectAnchors({ before: before.object, after: after.object }, "required");
        report(`${describeParameter(after, pair.after)} ${message}`, anchors);
      }
    },
  };
}
