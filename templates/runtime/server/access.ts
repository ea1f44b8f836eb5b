import { whenReady } from "./awaitable.js";
import type { Call } from "./call.js";
import { notFoundText } from "./errors.js";
import type { Awaitable } from "./handler-types.js";
import { refuse, type Rejection } from "./rejection.js";

/** Asks the application who calls. */
export function authenticate(call: Call): Awaitable<Rejection | undefined> {
  const { route, server } = call;
  if (route.authentication === "none") return undefined;
  return whenReady(server.application.authenticate(call.head), (principal) => {
    call.principal = principal || undefined;
    if (principal || route.authentication === "optional") return undefined;
    const text = route.challenge === "Bearer" ? "A valid bearer token is required." : "Valid credentials are required.";
    return refuse(
      401,
      "unauthenticated",
      text,
      route.challenge === undefined ? undefined : { "www-authenticate": route.challenge },
    );
  });
}

/** Whether the caller may act where the path leads. To reads, what is out of reach looks like what doesn't exist. */
export function checkBinding({ route, principal, parameters, server }: Call): Awaitable<Rejection | undefined> {
  if (principal === undefined) return undefined;
  return whenReady(server.application.isBound(principal, parameters.path, route.operation), (isBound) => {
    if (isBound === true) return undefined;
    const isRead = route.method === "GET" && !route.reveals;
    if (isRead) return refuse(404, "resource_not_found", notFoundText);
    return refuse(403, "access_denied", "The token does not cover this resource.");
  });
}

/** Whether the caller has the scopes of the operation and of the action. */
export function checkScopes(call: Call): Awaitable<Rejection | undefined> {
  const { principal, server } = call;
  const scopes = principal === undefined ? [] : scopesOf(server.application, principal);
  return whenReady(scopes, (granted) => refuseScopes(call, Array.isArray(granted) ? granted : []));
}

/** What is no list grants nothing. */
function refuseScopes({ route, action }: Call, granted: readonly unknown[]): Rejection | undefined {
  const isGranted = (scope: string) => granted.includes(scope);
  const ofAction = action?.info.scopes ?? [];
  const alternatives = route.scopes.length > 0 ? route.scopes : [[]];
  if (ofAction.every(isGranted) && alternatives.some((scopes) => scopes.every(isGranted))) return undefined;
  const missing = [...new Set([...alternatives[0]!, ...ofAction])].filter((scope) => !isGranted(scope));
  const text =
    missing.length === 1 ? `The scope ${missing[0]} is required.` : `The scopes ${missing.join(" and ")} are required.`;
  return refuse(403, "access_denied", text);
}

/** What `scopesOf` says, else the caller's `scopes`. */
function scopesOf(application: Call["server"]["application"], principal: unknown): unknown {
  return application.scopesOf ? application.scopesOf(principal) : (principal as { readonly scopes?: unknown }).scopes;
}
