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

/** A new required parameter. */
export const parameterAddedRequired = additionRule(true, {
  id: "parameter-added-required",
  breaks: "client",
  why: "Existing clients send requests without it, which are now rejected.",
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

/** A new optional parameter. */
export const parameterAdded = additionRule(false, {
  id: "parameter-added",
  breaks: "nobody",
  why: "Clients may omit it.",
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

/** A removed parameter. */
export const parameterRemoved: PairRule<OperationPair> = {
  id: "parameter-removed",
  breaks: "client",
  why: "Servers ignore or reject it.",
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
      report(`${describeParameter(parameter, pair.before)} was removed`, anchors);
    }
  },
};

/** A parameter that a webhook or callback no longer has. */
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

/** A parameter that is now required. */
export const parameterRequired = presenceRule(true, {
  id: "parameter-required",
  breaks: "client",
  why: "Clients that omit it, as they could before, are rejected.",
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
  message: "is now required",
});

/** A parameter that is now optional. */
export const parameterOptional = presenceRule(false, {
  id: "parameter-optional",
  breaks: "server",
  why: "Servers that rely on it may find it missing.",
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
  message: "is now optional",
});

/** A parameter of a webhook or callback that is now optional. */
export const callParameterOptional = presenceRule(false, {
  id: "call-parameter-optional",
  breaks: "client",
  why: "Clients that rely on it may find it missing.",
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
  message: "is no longer always sent",
});

/** A parameter that is now deprecated. */
export const parameterDeprecated: PairRule<OperationPair> = {
  id: "parameter-deprecated",
  breaks: "nobody",
  why: "It still works. Clients should stop using it.",
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
      report(`${describeParameter(after, pair.after)} is now deprecated`, anchors);
    }
  },
};

/** A rule whose `message` completes a sentence about a parameter. */
interface ParameterRule extends Rule {
  readonly message: string;
}

/** Returns a rule about new parameters, either required or optional ones. */
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

/** Returns a rule about parameters that became required, or optional. */
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
