import type { ActionSuccess, HeaderRule, Route } from "../../../templates/runtime/server/contract.js";
import { type Envelope, type ErrorShape, defaultErrorShape } from "../../../templates/runtime/facts.js";
import type { Selector } from "../../../templates/runtime/selector.js";
import { nounOf } from "../../model/resource-words.js";
import { failures, failuresOfHeaders, failureStatus, statusesOf, type FailureCode } from "../../binding/failures.js";
import type { ServiceBinding } from "../../binding/binding.js";
import {
  actionResponses,
  onlyStatus,
  responsesWithHeaders,
  type ActionHeader,
  type ActionResponse,
  type ActionResponses,
} from "../../model/action-responses.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { hasUsualFacts } from "../../model/service-facts.js";
import { textShape } from "../../json-schema/text-shape.js";

type RouteBinding = Pick<
  Route,
  "selector" | "rpc" | "responseHeaders" | "envelope" | "successes" | "service" | "noun" | "failures" | "errors" | "errorsWith200"
>;

/** The action whose operation is described, and whether its endpoint describes successes, which its own replace. */
export interface SingleAction {
  readonly action: Action;
  readonly hasSuccesses: boolean;
}

/** The members of a route that are only set if the contract differs from the defaults of servers. */
export function routeBinding(operation: Operation, contract: Contract, only?: SingleAction): RouteBinding {
  const { binding } = operation;
  return {
    ...(binding?.selector && { selector: readingSelector(binding.selector) }),
    ...(binding?.rpc && { rpc: binding.rpc }),
    ...(binding
      ? {
          ...successesOf(operation, contract, only),
          ...(binding.hasService && { ...serviceOf(binding.service), ...ownNoun(operation) }),
        }
      : headersOf(operation, contract)),
    ...failuresOf(operation),
    ...errorsOf(operation, contract),
  };
}

/** The members that servers need to read requests. */
function readingSelector({ action, rest, type, body, id, empty, names, others, item, results }: Selector): Selector {
  return {
    action,
    ...(rest && { rest }),
    ...(type && { type }),
    ...(body !== undefined && { body }),
    ...(id && { id: { at: id.at, ...(id.only && { only: id.only }) } }),
    ...(empty && { empty }),
    ...(names && { names }),
    ...(others && { others }),
    ...(item !== undefined && { item }),
    ...(results !== undefined && { results }),
  };
}

function successesOf(operation: Operation, contract: Contract, only: SingleAction | undefined): RouteBinding {
  const ended = actionResponses(operation, { async: false, returnsResult: true }, contract);
  const accepted = actionResponses(operation, { async: true, returnsResult: true }, contract);
  const types = contract.serviceTypes.filter(({ operationId }) => operationId === operation.id);
  const actions = only ? [only.action] : types.flatMap((type) => type.actions);
  const isPlain = actions.every((action) => isUsual(actionResponses(operation, action, contract), action));
  if (isPlain && !only?.hasSuccesses) return {};
  const successOf = describeSuccess(ended.envelope, contract);
  const successes = { ended: ended.responses.map(successOf), accepted: accepted.responses.map(successOf) };
  return { envelope: ended.envelope, successes };
}

/** Whether all responses are the default ones, as in a contract that doesn't describe them. */
function isUsual(described: ActionResponses, action: Action): boolean {
  const [response] = described.responses;
  const isUsualStatus = onlyStatus(described, action) === (action.async ? 202 : 200);
  return described.isDefault && isUsualStatus && response!.mediaType === "application/json";
}

const describeSuccess =
  (usual: Envelope, contract: Contract) =>
  (described: ActionResponse): ActionSuccess => {
    const { key, mediaType, headers, envelope, fixed, isText } = described;
    const needless = (["status", "message"] as const).filter(
      (fact) => described.nullable.has(fact) || (fact === "status" && described.optional.has(fact)),
    );
    const lacks = mediaType !== undefined && Object.keys(envelope).length < Object.keys(usual).length;
    return {
      response: key ?? "default",
      ...(mediaType === undefined ? {} : { mediaType }),
      ...(isText && { isText }),
      ...(lacks ? { envelope } : {}),
      ...(needless.length > 0 ? { unchecked: needless } : {}),
      ...(Object.keys(fixed).length > 0 ? { fixed } : {}),
      ...(headers.length > 0 ? { headers: headerRules(headers, contract) } : {}),
    };
  };

function headersOf(operation: Operation, contract: Contract): RouteBinding {
  const declared = responsesWithHeaders(operation, contract);
  if (declared.length === 0) return {};
  return { responseHeaders: Object.fromEntries(declared.map(({ status, headers }) => [status, headerRules(headers, contract)])) };
}

function headerRules(headers: readonly ActionHeader[], contract: Contract): Record<string, HeaderRule> {
  return Object.fromEntries(headers.map((header) => [header.name, headerRule(header, contract)]));
}

function headerRule({ required, as, texts, schema, mediaType, explode }: ActionHeader, contract: Contract): HeaderRule {
  const shape = as === "string" && mediaType === undefined ? textShape(schema, contract) : ["string" as const];
  const isText = Array.isArray(shape) && shape.length === 1 && shape[0] === "string";
  return {
    required,
    ...(as === "string" ? {} : { as }),
    ...(isText ? {} : { shape, ...(explode && { explode }) }),
    ...(texts ? { texts } : {}),
  };
}

function ownNoun(operation: Operation): RouteBinding {
  const noun = nounOf(operation);
  return noun === "service" ? {} : { noun };
}

function serviceOf(service: ServiceBinding): RouteBinding {
  if (hasUsualFacts(service)) return {};
  const { type, status, plan } = service;
  return {
    service: {
      ...(type === undefined ? {} : { type }),
      ...(status === undefined ? {} : { status }),
      ...(plan === undefined ? {} : { plan }),
    },
  };
}

function failuresOf({ responses, parameters }: Operation): RouteBinding {
  const declared = responses.map(({ status }) => status);
  const headers = parameters.flatMap(({ in: place, name }) => (place === "header" ? name : []));
  const codes = [...(Object.keys(failures) as FailureCode[]), ...failuresOfHeaders(headers)];
  const unusual = codes.flatMap((code): [string, number][] => {
    const status = failureStatus(code, declared);
    return status === statusesOf(code)[0] ? [] : [[code, status]];
  });
  return unusual.length > 0 ? { failures: Object.fromEntries(unusual) } : {};
}

function errorsOf({ responses }: Operation, { errorShape }: Contract): RouteBinding {
  const unusual = responses.flatMap(({ status, error }): [string, ErrorShape][] =>
    error === undefined || isSameShape(error, errorShape) ? [] : [[status, error]],
  );
  const inside = responses.flatMap(({ status, error }) => (error?.failureMark ? status : []));
  return {
    ...(unusual.length > 0 && { errors: Object.fromEntries(unusual) }),
    ...(inside.length > 0 && { errorsWith200: inside }),
  };
}

/** The shape of errors, if it is not the default. */
export function unusualErrorShape({ errorShape }: Contract): ErrorShape | undefined {
  return isSameShape(errorShape, defaultErrorShape) ? undefined : errorShape;
}

function isSameShape(one: ErrorShape, other: ErrorShape): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
