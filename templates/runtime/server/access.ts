import type { ActionInfo } from "../facts.js";
import { valueAt } from "../json.js";
import type { Awaitable, Gate, RequestHead, ServiceFacts } from "./application.js";
import { type Selector, isNamedInBody, readAction, readType, defaultSelector } from "../selector.js";
import { readSent } from "./body.js";
import {
  type AnyApplication,
  type Call,
  type CalledAction,
  type ListCapabilities,
  type Route,
  type Step,
  whenReady,
} from "./contract.js";
import { type Rejection, notFoundText, reject } from "./errors.js";
import { type RequestHeaders, type ServerRequest, headerOf, parseMediaType } from "./http.js";

/** Authenticates the caller by the application. */
export const authenticate: Step["prepare"] = ({ authentication, challenge }, { application }) => {
  if (authentication === "none") return undefined;
  const text = challenge === "Bearer" ? "A valid bearer token is required." : "Valid credentials are required.";
  const headers = challenge === undefined ? undefined : { "www-authenticate": challenge };
  const rejection = authentication === "optional" ? undefined : reject(401, "unauthenticated", text, headers);
  return (call) =>
    whenReady(application.authenticate(new Head(call)), (principal) => {
      call.principal = principal || undefined;
      return principal ? undefined : rejection;
    });
};

/** The request as hooks see it. */
class Head implements RequestHead {
  readonly #request: ServerRequest;
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly operation: string;
  readonly requestId: string;

  constructor({ request, route, requestId }: Call) {
    this.#request = request;
    this.method = request.method;
    this.headers = request.headers;
    this.operation = route.operation;
    this.requestId = requestId;
  }

  get url(): string {
    return this.#request.url;
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }
}

/** Checks that the caller may access the resource of the path. For reads, forbidden resources look like missing ones. */
export const checkAccess: Step["prepare"] = ({ authentication, operation, method, reveals }, { application }) => {
  if (authentication === "none") return undefined;
  const rejection =
    method === "GET" && !reveals
      ? reject(404, "resource_not_found", notFoundText)
      : reject(403, "access_denied", "The token does not cover this resource.");
  const judge = (canAccess: boolean) => (canAccess === true ? undefined : rejection);
  return ({ principal, parameters }) =>
    principal === undefined ? undefined : whenReady(application.canAccess(principal, parameters.path, operation), judge);
};

/** Finds the service of the path by the application. */
export const findResource: Step["prepare"] = ({ hasService, operation }, { application }) => {
  if (!hasService) return undefined;
  return (call) => {
    if (!application.findResource) throw new TypeError("The application has no findResource");
    return whenReady(application.findResource(call.parameters.path, call.principal, operation), (service) => {
      // Databases return null, despite the types.
      if (!service) return reject(404, "resource_not_found", notFoundText);
      call.service = service;
      return undefined;
    });
  };
};

/** Finds the action among those of the service's type. A body that names it is read first. */
export const findAction: Step["prepare"] = ({ serviceTypes, selector }) => {
  if (serviceTypes.length === 0) return undefined;
  if (!selector || !isNamedInBody(selector)) return chooseAction;
  return (call) => (call.content ? chooseAction(call) : readSent(call, chooseAction));
};

function chooseAction(call: Call): Rejection | undefined {
  const { route, service, server, request } = call;
  const { selector = defaultSelector } = route;
  const parameters = selector.action.in === "media-type" ? { ...call.parameters, mediaType: sentType(request) } : call.parameters;
  const body = call.content?.value;
  const named = readType(selector, parameters, body);
  const facts = service ? factsAt(route, service, named) : { type: named ?? route.serviceTypes[0]! };
  const { type } = facts;
  const name = readAction(selector, parameters, body);
  const actions = route.serviceTypes.includes(type) ? server.contract.catalog?.[type] : undefined;
  if (!actions || name === undefined || !Object.hasOwn(actions, name)) return rejectAction(call, selector, name);
  call.action = { type, name, info: actions[name]!, facts };
  return undefined;
}

function sentType({ headers }: ServerRequest): string | undefined {
  return parseMediaType(headerOf(headers, "content-type"))?.essence;
}

/** 404; without a path that names the action and a declared 404, 400, or 415 for a media type. */
export function rejectAction({ route }: Call, { action }: Selector, name: string | undefined): Rejection {
  const { noun = "service" } = route;
  const text =
    name === undefined
      ? `The request does not name exactly one action of the ${noun}.`
      : `The ${noun} has no action of this name.`;
  if (action.in === "path" || Object.hasOwn(route.responses, "404")) return reject(404, "resource_not_found", text);
  if (action.in === "media-type") return reject(415, "unsupported_media_type", text);
  const code = isNamedInBody({ action }) ? "invalid_body" : "invalid_parameter";
  return reject(400, code, text);
}

/** Checks that the caller's scheme is one of the operation's, and that it has the scopes of the operation and of the action. */
export const checkScopes: Step["prepare"] = ({ scopes, schemes, serviceTypes }, { application }) => {
  const all = scopes.length > 0 ? scopes : [[]];
  if (serviceTypes.length === 0 && !schemes && all.some(({ length }) => length === 0)) return undefined;
  return ({ principal, action }) => {
    const { scopes: own, scheme } = (principal ?? {}) as { readonly scopes?: unknown; readonly scheme?: string };
    // Without any scheme, an alternative accepts everybody.
    const accepts = (needed: readonly string[]) => needed.length === 0 || needed.includes(scheme!);
    const alternatives = schemes && scheme !== undefined ? all.filter((_, index) => accepts(schemes[index]!)) : all;
    if (alternatives.length === 0) return reject(403, "access_denied", `Credentials of ${scheme} are not accepted here.`);
    const ofAction = action?.info.scopes ?? [];
    if (ofAction.length === 0 && alternatives.some(({ length }) => length === 0)) return undefined;
    const given: unknown = principal !== undefined && application.scopesOf ? application.scopesOf(principal) : own;
    return whenReady(given, (granted) => {
      // A value other than a list grants nothing.
      const isGranted = (scope: string) => Array.isArray(granted) && granted.includes(scope);
      if (ofAction.every(isGranted) && alternatives.some((needed) => needed.every(isGranted))) return undefined;
      const missing = [...new Set([...alternatives[0]!, ...ofAction])].filter((scope) => !isGranted(scope));
      const text = missing.length === 1 ? `scope ${missing[0]} is` : `scopes ${missing.join(" and ")} are`;
      return reject(403, "access_denied", `The ${text} required.`);
    });
  };
};

/** Checks that the service advertises the action as enabled. The reason is the advertised one. */
export const checkAvailability: Step["prepare"] = ({ hasService, serviceTypes, noun = "service" }, { application }) => {
  if (!hasService || serviceTypes.length === 0) return undefined;
  return ({ action, service, principal }) =>
    whenReady(decide(application, service!, action!, principal, noun), (decision) => {
      if (decision === "enabled") return undefined;
      const text = decision === "hidden" ? `The ${noun} does not advertise this action.` : decision.reason;
      return reject(409, "action_unavailable", text);
    });
};

/** Combines the gate of the application with the contract. The application's reason comes first. */
function decide(
  application: AnyApplication,
  service: object,
  { name, info, facts }: CalledAction,
  principal: unknown,
  noun = "service",
): Awaitable<Gate> {
  return whenReady(application.gate?.(service, name, principal) ?? "enabled", (decision) =>
    decision === "enabled" ? checkAvailable(info, facts, noun) : decision,
  );
}

/** Whether the contract allows an action in the state and plan of a service; not in unknown ones. */
function checkAvailable({ states, plans }: ActionInfo, { status, plan }: ServiceFacts, noun: string): Gate {
  if (plans && (plan === undefined || !plans.includes(plan))) {
    return {
      reason: plan === undefined ? `The plan of the ${noun} does not include it.` : `The plan ${plan} does not include it.`,
    };
  }
  if (states && (status === undefined || !states.includes(status))) {
    return {
      reason:
        status === undefined ? `The ${noun} is not in a state that allows it.` : `Not possible while the ${noun} is ${status}.`,
    };
  }
  return "enabled";
}

/** All actions that a service advertises, in the contract's order. */
export const listCapabilities: ListCapabilities = async (contract, application, service, principal, ofType) => {
  const { catalog = {}, advertisedActions = {}, routes } = contract;
  const facts = factsOf(routes, service, ofType);
  if (!facts) return [];
  const { type } = facts;
  const names = Object.hasOwn(advertisedActions, type) ? advertisedActions[type]! : [];
  const actions = names.map((name): CalledAction => ({ type, name, info: catalog[type]![name]!, facts }));
  const endpoint = routes.find(({ serviceTypes }) => serviceTypes.includes(type));
  const gates = actions.map(async (action) => decide(application, service, action, principal, endpoint?.noun));
  const decisions = await Promise.all(gates);
  const ofEndpoint = leastScopes(endpoint?.scopes ?? []);
  return actions.flatMap(({ name, info: { label, scopes } }, index) => {
    const decision = decisions[index]!;
    if (decision === "hidden") return [];
    const entry = { name, label, enabled: decision === "enabled", scopes: [...new Set([...ofEndpoint, ...scopes])] };
    return [decision === "enabled" ? entry : { ...entry, reason: decision.reason }];
  });
};

/** The first of several alternatives that no other one is a subset of. */
function leastScopes(alternatives: readonly (readonly string[])[]): readonly string[] {
  const requiresLess = (one: readonly string[], other: readonly string[]) =>
    one.length < other.length && one.every((scope) => other.includes(scope));
  return alternatives.find((scopes) => !alternatives.some((one) => requiresLess(one, scopes))) ?? [];
}

/** The facts of a service, from their locations in the contract of a route. `named` is its type if the service has none. */
export function factsAt({ service: shape, serviceTypes }: Route, service: object, named = serviceTypes[0]): ServiceFacts {
  if (!shape) return service as ServiceFacts;
  const text = (pointer: string | undefined) => {
    const value = pointer === undefined ? undefined : valueAt(service, pointer);
    return typeof value === "string" ? value : undefined;
  };
  const type = shape.type === undefined ? named : text(shape.type);
  return { type: type ?? "", status: text(shape.status), plan: text(shape.plan) };
}

/** The facts of a service outside of calls. Throws if several types are possible and none is specified. */
function factsOf(routes: readonly Route[], service: object, type: string | undefined): ServiceFacts | undefined {
  const endpoints = routes.filter(({ serviceTypes, hasService }) => serviceTypes.length > 0 && hasService);
  if (!endpoints.some((endpoint) => endpoint.service)) return service as ServiceFacts;
  const candidates = endpoints.filter((route) => {
    const facts = factsAt(route, service, type);
    return route.serviceTypes.includes(facts.type) && (type === undefined || facts.type === type);
  });
  const withType = candidates.find((route) => !route.service || route.service.type !== undefined);
  const found = withType ?? candidates[0];
  if (!found) return undefined;
  const possible = type === undefined && !withType ? candidates.flatMap(({ serviceTypes }) => serviceTypes) : [];
  if (possible.length > 1) throw new TypeError(`Several types are possible; specify one: ${possible.join(", ")}`);
  return factsAt(found, service, type);
}
