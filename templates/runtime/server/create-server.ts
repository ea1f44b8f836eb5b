import { authenticate, checkAvailability, checkAccess, checkScopes, findAction, findResource } from "./access.js";
import type { ActionEntry } from "./application.js";
import { checkBody } from "./body.js";
import {
  isPromise,
  type AnyApplication,
  type Begun,
  type Call,
  type CallResponse,
  type Parameters,
  type Route,
  type Router,
  type Run,
  type ServerContract,
  type ServerParts,
  type Step,
  prepareSteps,
} from "./contract.js";
import { type Rejection, reject } from "./errors.js";
import { explainFailure, renderRejection } from "./failures.js";
import { type RequestHandler, type ServerRequest, type ServerResponse, requestIdOf } from "./http.js";
import type { CallRecord } from "./observed-call.js";
import { checkParameters } from "./parameters.js";
import { strict } from "./responses.js";
import { createRouter, splitTarget } from "./router.js";
import { runHandler } from "./run-handler.js";

/** Everything that can happen to a call once its route is known, in this order. An earlier rejection hides all later ones. */
export const steps: readonly Step[] = [
  { name: "authenticate", prepare: authenticate }, // 401
  { name: "parameters", prepare: checkParameters }, // 400
  { name: "access", prepare: checkAccess }, // 403; 404 for reads
  { name: "resource", prepare: findResource }, // 404
  { name: "action", prepare: findAction }, // 404
  { name: "scopes", prepare: checkScopes }, // 403
  { name: "body", prepare: checkBody }, // 413, 415, 400
  { name: "availability", prepare: checkAvailability }, // 409
  { name: "handler", prepare: runHandler }, // the response, or 500
];

/** A server on plain data. Adapters connect it to a platform. */
export interface PlainServer<_Principal = unknown, _Service = unknown> extends RequestHandler {}

/** A server whose services have actions. */
export interface Server<Principal = unknown, Service = unknown> extends PlainServer {
  /** Lists the advertised actions of a service; enabled ones are not rejected. `type` is required if the service has none. */
  readonly capabilities: (service: Service, principal: Principal, type?: string) => Promise<ActionEntry[]>;
}

/** The depth of JSON in a body, if an application doesn't set another. */
export const defaultJsonDepth = 64;

/** Creates a server from a contract and an application; `server/index` exports the one with the contract's types. */
export function createServer(contract: ServerContract, application: AnyApplication): PlainServer {
  requireHooks(application);
  const { bodyBytes = 1_048_576, jsonDepth = defaultJsonDepth } = application.limits ?? {};
  const needed = Object.entries(contract.steps).map(([name, prepare]) => ({ name, prepare }));
  const limited = contract.limitOperations?.(application, contract.routes);
  // First, so that a handler has its limits within whatever else is arranged.
  const arrangements = [...(limited ? [limited.arrange] : []), ...(contract.arrangements ?? [])];
  const arranged = arrangements.reduce<readonly Step[]>((arranging, arrange) => arrange(arranging), needed);
  const judgeOf = contract.createJudges?.(application, contract) ?? (() => strict);
  const server: ServerParts = { contract, application, judgeOf, bodyBytes, jsonDepth };
  const prepared = new Map(
    contract.routes.map((route) => {
      const own = limited?.serverOf(server, route.operation) ?? server;
      return [route, { server: own, run: prepareSteps(arranged, route, own) }] as const;
    }),
  );
  const router = (contract.createRouter ?? createRouter)(contract.routes);
  const begin = (request: ServerRequest, record?: CallRecord) => beginCall(server, router, prepared, request, record);
  const { observeCalls, listCapabilities } = contract;
  return {
    handle: observeCalls?.(server, begin, runCall) ?? ((request) => runCall(begin(request))),
    ...(listCapabilities && { capabilities: listCapabilities.bind(undefined, contract, application) }),
  };
}

/** Without these hooks every call would fail. Programs without a type check fail at the start. */
function requireHooks(application: AnyApplication): void {
  for (const name of ["authenticate", "canAccess", "log"] as const) {
    if (typeof application[name] !== "function") throw new TypeError(`createServer: the application has no function "${name}"`);
  }
}

/** Finds the route of a request. */
function beginCall(
  server: ServerParts,
  router: Router,
  prepared: ReadonlyMap<Route, { readonly server: ServerParts; readonly run: Run<never> }>,
  request: ServerRequest,
  record: CallRecord | undefined,
): Begun {
  const requestId = requestIdOf(request.headers);
  const end = (run: Begun["run"]) => ({ server, request, requestId, record, call: undefined, run });
  try {
    const { contract, application } = server;
    const basePath = application.basePath ?? (request.isBelowMount ? "" : (contract.basePath ?? ""));
    const { path, query } = splitTarget(request.url, basePath);
    const match = path === undefined ? undefined : router(request.method, path, query);
    if (!match || "methods" in match) return end(() => rejectPath(request.method, match?.methods));
    const { route, parameters } = match;
    const { server: own, run } = prepared.get(route)!;
    const call: Call = {
      server: own,
      request,
      requestId,
      record,
      route,
      pathText: parameters,
      queryText: query,
      handlerSignal: undefined,
      principal: undefined,
      parameters: noParameters,
      service: undefined,
      action: undefined,
      content: undefined,
      body: undefined,
    };
    return { server: own, request, requestId, record, call, run: () => run(call) };
  } catch (error) {
    return end(() => explainFailure(error, { server, requestId, record, call: undefined }));
  }
}

function rejectPath(method: string, allowed: readonly string[] | undefined): Rejection | CallResponse {
  if (!allowed) return reject(404, "resource_not_found", "There is no such path.");
  const headers = { allow: allowed.join(", ") };
  if (method === "OPTIONS") return { status: 204, headers };
  return reject(405, "method_not_allowed", `Use ${allowed.join(" or ")}.`, headers);
}

/** Until they have been read. */
const noParameters: Parameters = { path: {}, query: {}, querystring: undefined, headers: {}, cookies: {} };

/** Creates the response. Never rejects. */
async function runCall(begun: Begun): Promise<ServerResponse> {
  let outcome: Rejection | CallResponse;
  try {
    const pending = begun.run();
    outcome = isPromise(pending) ? await pending : pending;
  } catch (error) {
    outcome = explainFailure(error, begun);
  }
  begun.call?.closeBody?.();
  try {
    return respond("code" in outcome ? renderRejection(outcome, begun) : outcome, begun);
  } catch (error) {
    if ("stream" in outcome) outcome.stream?.cancel();
    return respond(renderRejection(explainFailure(error, begun), begun), begun);
  }
}

/** Creates the response of an outcome. Throws if a header of the application can't be sent. */
function respond(outcome: CallResponse, { server, request, requestId, call }: Begun): ServerResponse {
  const {
    status,
    body,
    stream,
    contentType,
    headers: given,
  } = (call && server.contract.asSent?.(outcome, call.route)) ?? outcome;
  const isHead = request.method === "HEAD";
  const headers: Record<string, string> = { "x-request-id": requestId, "x-content-type-options": "nosniff" };
  if (contentType !== undefined) {
    if (!sendable.test(contentType)) throw new TypeError("The response has a content type that can't be sent");
    headers["content-type"] = contentType;
  }
  if (call?.route.reveals) headers["cache-control"] = "no-store";
  if (given) addHeaders(headers, given);
  if (stream && isHead) stream.cancel();
  else if (stream) return { status, headers, stream };
  if (body === undefined) return { status, headers };
  if (!isHead) return { status, headers, body };
  headers["content-length"] = String(typeof body === "string" ? new TextEncoder().encode(body).byteLength : body.byteLength);
  return { status, headers };
}

/** Headers that the server sets itself. */
const reserved = new Set([
  "connection",
  "content-length",
  "content-type",
  "transfer-encoding",
  "x-request-id",
  "x-content-type-options",
]);

const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

function addHeaders(headers: Record<string, string>, given: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (reserved.has(key) || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(key))
      throw new TypeError("The response has a header that handlers can't set");
    if (typeof value !== "string" || !sendable.test(value))
      throw new TypeError(`The response's header ${key} has a value that can't be sent`);
    if (key === "cache-control" && headers[key] !== undefined) continue;
    headers[key] = value;
  }
}
