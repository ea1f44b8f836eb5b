import type { ActionSuccess, Route } from "../../../templates/runtime/server/contract.js";
import type { Envelope } from "../../../templates/runtime/envelope.js";
import { defaultErrorShape, type ErrorShape } from "../../../templates/runtime/error-shape.js";
import { failures, failureStatus, type FailureCode } from "../../binding/failures.js";
import type { ServiceBinding } from "../../binding/binding.js";
import { actionResponses, onlyStatus, type ActionResponse, type ActionResponses } from "../../model/action-responses.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { hasUsualFacts } from "../../model/service-facts.js";

type RouteBinding = Pick<Route, "envelope" | "successes" | "service" | "failures" | "errors">;

/** What a route carries only where the contract differs from what servers assume. */
export function routeBinding(operation: Operation, contract: Contract): RouteBinding {
  const { binding } = operation;
  return {
    ...(binding && { ...successesOf(operation, contract), ...serviceOf(binding.service) }),
    ...failuresOf(operation),
    ...errorsOf(operation, contract),
  };
}

function successesOf(operation: Operation, contract: Contract): RouteBinding {
  const ended = actionResponses(operation, false, contract);
  const accepted = actionResponses(operation, true, contract);
  const types = contract.serviceTypes.filter(({ operationId }) => operationId === operation.id);
  const isPlain = types.every(({ actions }) => actions.every((action) => isUsual(action.async ? accepted : ended, action)));
  if (isPlain) return {};
  const successOf = describeSuccess(ended.envelope);
  const successes = { ended: ended.responses.map(successOf), accepted: accepted.responses.map(successOf) };
  return { envelope: ended.envelope, successes };
}

/** Whether a server needs to know nothing: what a contract responds that describes nothing. */
function isUsual(described: ActionResponses, action: Action): boolean {
  const [response] = described.responses;
  const isUsualStatus = onlyStatus(described, action) === (action.async ? 202 : 200);
  return described.isDefault && isUsualStatus && response!.mediaType === "application/json";
}

const describeSuccess =
  (usual: Envelope) =>
  (described: ActionResponse): ActionSuccess => {
    const { key, mediaType, headers, envelope } = described;
    const lacks = mediaType !== undefined && Object.keys(envelope).length < Object.keys(usual).length;
    return {
      response: key ?? "default",
      ...(mediaType === undefined ? {} : { mediaType }),
      ...(lacks ? { envelope } : {}),
      ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map(({ name, required }) => [name, required])) } : {}),
    };
  };

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

function failuresOf({ responses }: Operation): RouteBinding {
  const declared = responses.map(({ status }) => status);
  const codes = Object.keys(failures) as FailureCode[];
  const unusual = codes.flatMap((code): [string, number][] => {
    const status = failureStatus(code, declared);
    return status === failures[code][0] ? [] : [[code, status]];
  });
  return unusual.length > 0 ? { failures: Object.fromEntries(unusual) } : {};
}

function errorsOf({ responses }: Operation, { errorShape }: Contract): RouteBinding {
  const unusual = responses.flatMap(({ status, error }): [string, ErrorShape][] =>
    error === undefined || isSameShape(error, errorShape) ? [] : [[status, error]],
  );
  return unusual.length > 0 ? { errors: Object.fromEntries(unusual) } : {};
}

/** The shape of errors that a server must be told. */
export function unusualErrorShape({ errorShape }: Contract): ErrorShape | undefined {
  return isSameShape(errorShape, defaultErrorShape) ? undefined : errorShape;
}

function isSameShape(one: ErrorShape, other: ErrorShape): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
