import type { ActionInfo } from "../facts.js";
import { valueAt } from "../json.js";
import type { Awaitable, Gate, ServiceFacts } from "./application.js";
import { type Selector, isNamedInBody, readAction, readType, defaultSelector } from "../selector.js";
import { readSent } from "./body.js";
import { type AnyApplication, type Call, type CalledAction, type ListCapabilities, type Route, whenReady } from "./contract.js";
import { type Rejection, notFoundText, reject } from "./errors.js";
import { headerOf, parseMediaType } from "./http.js";

/** Authenticates the caller by the application. */
export function authenticate(call: Call): Awaitable<Rejection | undefined> {
  const { route, server } = call;
  if (route.authentication === "none") return undefined;
  return whenReady(server.application.authenticate(call.head), (principal) => {
    call.principal = principal || undefined;
    if (principal || route.authentication === "optional") return undefined;
    const text = route.challenge === "Bearer" ? "A valid bearer token is required." : "Valid credentials are required.";
    return reject(
      401,
      "unauthenticated",
      text,
      route.challenge === undefined ? undefined : { "www-authenticate": route.challenge },
    );
  });
}

/** Checks that the caller may access the resource of the path. For reads, forbidden resources look like missing ones. */
export function checkAccess({ route, principal, parameters, server }: Call): Awaitable<Rejection | undefined> {
  if (principal === undefined) return undefined;
  return whenReady(server.application.canAccess(principal, parameters.path, route.operation), (canAccess) => {
    if (canAccess === true) return undefined;
    const isRead = route.method === "GET" && !route.reveals;
    if (isRead) return reject(404, "resource_not_found", notFoundText);
    return reject(403, "access_denied", "The token does not cover this resource.");
  });
}

/** Finds the service of the path by the application. */
export function findResource(call: Call): Awaitable<Rejection | undefined> {
  const { route, parameters, principal, server } = call;
  if (!route.hasService) return undefined;
  const { application } = server;
  if (!application.findResource) throw new TypeError("The application has no findResource");
  return whenReady(application.findResource(parameters.path, principal, route.operation), (service) => {
    // Databases return null, despite the types.
    if (!service) return reject(404, "resource_not_found", notFoundText);
    call.service = service;
    return undefined;
  });
}

/** Finds the action among those of the service's type. A body that names it is read first. */
export function findAction(call: Call): Awaitable<Rejection | undefined> {
  const { route, service } = call;
  if (route.serviceTypes.length === 0 || (route.hasService && !service)) return undefined;
  if (!route.selector || !isNamedInBody(route.selector) || call.content) return chooseAction(call);
  return readSent(call, chooseAction);
}

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

function sentType({ headers }: Call["request"]): string | undefined {
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

/** Checks that the caller has the scopes of the operation and of the action. */
export function checkScopes(call: Call): Awaitable<Rejection | undefined> {
  const { principal, server } = call;
  const scopes = principal === undefined ? [] : scopesOf(server.application, principal);
  return whenReady(scopes, (granted) => rejectMissingScopes(call, Array.isArray(granted) ? granted : []));
}

/** A value other than a list grants nothing. */
function rejectMissingScopes({ route, action }: Call, granted: readonly unknown[]): Rejection | undefined {
  const isGranted = (scope: string) => granted.includes(scope);
  const ofAction = action?.info.scopes ?? [];
  const alternatives = route.scopes.length > 0 ? route.scopes : [[]];
  if (ofAction.every(isGranted) && alternatives.some((scopes) => scopes.every(isGranted))) return undefined;
  const missing = [...new Set([...alternatives[0]!, ...ofAction])].filter((scope) => !isGranted(scope));
  const text =
    missing.length === 1 ? `The scope ${missing[0]} is required.` : `The scopes ${missing.join(" and ")} are required.`;
  return reject(403, "access_denied", text);
}

/** The result of `scopesOf`, or the caller's `scopes`. */
function scopesOf(application: Call["server"]["application"], principal: unknown): unknown {
  return application.scopesOf ? application.scopesOf(principal) : (principal as { readonly scopes?: unknown }).scopes;
}

/** Checks that the service advertises the action as enabled. The reason is the advertised one. */
export function checkAvailability({ route, action, service, principal, server }: Call): Awaitable<Rejection | undefined> {
  if (!action || !service) return undefined;
  const { noun = "service" } = route;
  return whenReady(decide(server.application, service, action, principal, noun), (decision) => {
    if (decision === "enabled") return undefined;
    return reject(
      409,
      "action_unavailable",
      decision === "hidden" ? `The ${noun} does not advertise this action.` : decision.reason,
    );
  });
}

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
