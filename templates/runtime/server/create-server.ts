import { authenticate, checkAvailability, checkAccess, checkScopes, findAction, findResource } from "./access.js";
import type { ActionEntry, RequestHead } from "./application.js";
import { checkBody } from "./body.js";
import {
  isPromise,
  type AnyApplication,
  type Begun,
  type Call,
  type CallResponse,
  type Parameters,
  type Router,
  type ServerContract,
  type ServerParts,
  type Step,
} from "./contract.js";
import { type Rejection, reject } from "./errors.js";
import { explainFailure, renderRejection } from "./failures.js";
import { type RequestHandler, type RequestHeaders, type ServerRequest, type ServerResponse, requestIdOf } from "./http.js";
import type { CallRecord } from "./observed-call.js";
import { checkParameters } from "./parameters.js";
import { strict } from "./responses.js";
import { createRouter, splitTarget } from "./router.js";
import { runHandler } from "./run-handler.js";

/** Everything that can happen to a call once its route is known, in this order. An earlier rejection hides all later ones. */
export const steps: readonly Step[] = [
  { name: "authenticate", run: authenticate }, // 401
  { name: "parameters", run: checkParameters }, // 400
  { name: "access", run: checkAccess }, // 403; 404 for reads
  { name: "resource", run: findResource }, // 404
  { name: "action", run: findAction }, // 404
  { name: "scopes", run: checkScopes }, // 403
  { name: "body", run: checkBody }, // 413, 415, 400
  { name: "availability", run: checkAvailability }, // 409
  { name: "handler", run: runHandler }, // the response, or 500
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
  const needed = Object.entries(contract.steps).map(([name, run]) => ({ name, run }));
  const limited = contract.limitOperations?.(application, contract.routes);
  // First, so that a handler has its limits within whatever else is arranged.
  const arrangements = [...(limited ? [limited.arrange] : []), ...(contract.arrangements ?? [])];
  const arranged = arrangements.reduce<readonly Step[]>((arranging, arrange) => arrange(arranging), needed);
  const judgeOf = contract.createJudges?.(application, contract) ?? (() => strict);
  const common: ServerParts = { contract, application, steps: arranged, judgeOf, bodyBytes, jsonDepth };
  const server: ServerParts = limited ? { ...common, limited: limited.serversOf(common) } : common;
  const router = (contract.createRouter ?? createRouter)(contract.routes);
  const begin = (request: ServerRequest, record?: CallRecord) => findStart(server, router, request, record);
  const { observeCalls, listCapabilities } = contract;
  return {
    handle: observeCalls?.(server, begin, runSteps) ?? ((request) => runSteps(begin(request))),
    ...(listCapabilities && { capabilities: listCapabilities.bind(undefined, contract, application) }),
  };
}

/** Without these hooks every call would fail. Programs without a type check fail at the start. */
function requireHooks(application: AnyApplication): void {
  for (const name of ["authenticate", "canAccess", "log"] as const) {
    if (typeof application[name] !== "function") throw new TypeError(`createServer: the application has no function "${name}"`);
  }
}

/** The route of a request, or what is sent if there is none. */
function findStart(server: ServerParts, router: Router, request: ServerRequest, record: CallRecord | undefined): Begun {
  const requestId = requestIdOf(request.headers);
  try {
    const found = findRoute(server, router, request, requestId, record);
    if ("route" in found) return { server, request, requestId, record, call: found };
    return { server, request, requestId, record, call: undefined, outcome: found };
  } catch (error) {
    const begun = { server, request, requestId, record, call: undefined };
    return { ...begun, outcome: explainFailure(error, begun) };
  }
}

/** Creates the response. Never rejects. */
async function runSteps(begun: Begun): Promise<ServerResponse> {
  const { request, requestId, call } = begun;
  const { steps: all } = begun.server;
  let { outcome } = begun;
  try {
    for (let index = 0; !outcome; index++) {
      const pending = all[index]!.run(call!);
      // Awaiting a value takes longer than most steps.
      outcome = isPromise(pending) ? await pending : pending;
    }
  } catch (error) {
    outcome = explainFailure(error, begun);
  }
  call?.closeBody?.();
  const send = (made: CallResponse) => respond((call && call.server.contract.asSent?.(made, call.route)) ?? made, context);
  const context: ResponseContext = { requestId, isHead: request.method === "HEAD", isSecret: call?.route.reveals ?? false };
  try {
    return send("code" in outcome ? renderRejection(outcome, begun) : outcome);
  } catch (error) {
    if ("stream" in outcome) outcome.stream?.cancel();
    return send(renderRejection(explainFailure(error, begun), begun));
  }
}

function findRoute(
  server: ServerParts,
  router: Router,
  request: ServerRequest,
  requestId: string,
  record: CallRecord | undefined,
): Call | Rejection | CallResponse {
  const { contract, application } = server;
  const basePath = application.basePath ?? (request.isBelowMount ? "" : (contract.basePath ?? ""));
  const { path, query } = splitTarget(request.url, basePath);
  const match = path === undefined ? undefined : router(request.method, path, query);
  if (!match) return reject(404, "resource_not_found", "There is no such path.");
  if ("methods" in match) {
    const headers = { allow: match.methods.join(", ") };
    if (request.method === "OPTIONS") return { status: 204, headers };
    return reject(405, "method_not_allowed", `Use ${match.methods.join(" or ")}.`, headers);
  }
  return {
    server: server.limited?.get(match.route.operation) ?? server,
    request,
    head: new Head(request, match.route.operation, requestId),
    requestId,
    record,
    route: match.route,
    pathText: match.parameters,
    queryText: query,
    handlerSignal: undefined,
    principal: undefined,
    parameters: noParameters,
    service: undefined,
    action: undefined,
    content: undefined,
    body: undefined,
  };
}

/** Until they have been read. */
const noParameters: Parameters = { path: {}, query: {}, querystring: undefined, headers: {}, cookies: {} };

/** The request as hooks see it. */
class Head implements RequestHead {
  readonly #request: ServerRequest;
  readonly operation: string;
  readonly requestId: string;

  constructor(request: ServerRequest, operation: string, requestId: string) {
    this.#request = request;
    this.operation = operation;
    this.requestId = requestId;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get headers(): RequestHeaders {
    return this.#request.headers;
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }
}

/** The properties of a request that affect its response. */
export interface ResponseContext {
  readonly requestId: string;
  readonly isHead: boolean;
  /** Whether caches may not store the response. */
  readonly isSecret: boolean;
}

/** Creates the response of an outcome. Throws if a header of the application can't be sent. */
function respond({ status, body, stream, contentType, headers: given }: CallResponse, context: ResponseContext): ServerResponse {
  const headers: Record<string, string> = { "x-request-id": context.requestId, "x-content-type-options": "nosniff" };
  if (contentType !== undefined) {
    if (!sendable.test(contentType)) throw new TypeError("The response has a content type that can't be sent");
    headers["content-type"] = contentType;
  }
  if (context.isSecret) headers["cache-control"] = "no-store";
  if (given) addHeaders(headers, given);
  if (stream && context.isHead) stream.cancel();
  else if (stream) return { status, headers, stream };
  if (body === undefined) return { status, headers };
  if (!context.isHead) return { status, headers, body };
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
