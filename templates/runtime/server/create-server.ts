import { readId } from "../selector.js";
import { type ErrorShape, defaultErrorShape } from "../facts.js";
import type { Guard } from "../validators/guard.js";
import {
  authenticate,
  checkAvailability,
  checkBinding,
  checkScopes,
  createDecide,
  createFactsReader,
  findAction,
  findService,
  listCapabilities,
} from "./access.js";
import type { ActionEntry, Awaitable, LogEntry, RequestHead } from "./application.js";
import { checkBody, defaultJsonDepth } from "./body.js";
import {
  type AnyApplication,
  type Call,
  type CallResponse,
  type Parameters,
  type Route,
  type ServerContract,
  type ServerParts,
  isPromise,
} from "./contract.js";
import {
  CallError,
  type ErrorFacts,
  GeneralError,
  InvalidBodyError,
  NotImplementedError,
  type Rejection,
  errorBody,
  reject,
} from "./errors.js";
import { type RequestHandler, type RequestHeaders, type ServerRequest, type ServerResponse, requestIdOf } from "./http.js";
import { type CallRecord, observe } from "./observe.js";
import { checkParameters } from "./parameters.js";
import { InvalidResponse, check, declaredStatus, toJson } from "./responses.js";
import { type Router, createRouter, splitTarget, templateOf } from "./router.js";
import { runHandler } from "./run-handler.js";

/** One step of a call. A result ends the call; `undefined` continues it. */
export interface Step {
  readonly name: string;
  readonly run: (call: Call) => Awaitable<Rejection | CallResponse | undefined>;
}

/** Everything that happens to a call once its route is known, in this order. An earlier rejection hides all later ones. */
export const steps: readonly Step[] = [
  { name: "authenticate", run: authenticate }, // 401
  { name: "parameters", run: checkParameters }, // 400
  { name: "binding", run: checkBinding }, // 403; 404 for reads
  { name: "service", run: findService }, // 404
  { name: "action", run: findAction }, // 404
  { name: "scopes", run: checkScopes }, // 403
  { name: "body", run: checkBody }, // 413, 415, 400
  { name: "availability", run: checkAvailability }, // 409
  { name: "handler", run: runHandler }, // the response, or 500
];

/** A server on plain data. Adapters connect it to a platform. */
export interface Server<Principal = unknown, Service = unknown> extends RequestHandler {
  /** Lists the advertised actions of a service; enabled ones are not rejected. `type` is required if the service has none. */
  readonly capabilities: (service: Service, principal: Principal, type?: string) => Promise<ActionEntry[]>;
}

/** Creates a server from a contract and an application; `server/index` exports the one with the contract's types. */
export function createServer(contract: ServerContract, application: AnyApplication): Server {
  requireHooks(application);
  const { bodyBytes = 1_048_576, jsonDepth = defaultJsonDepth } = application.limits ?? {};
  const decide = createDecide(application.gate?.bind(application));
  const factsOf = createFactsReader(contract.routes);
  const server: ServerParts = { contract, application, decide, factsOf, bodyBytes, jsonDepth };
  const router = createRouter(contract.routes);
  const onCall = application.onCall?.bind(application);
  return {
    handle: (request) => (onCall ? handleObserved(onCall, server, router, request) : handle(server, router, request)),
    capabilities: (service, principal, type) => listCapabilities(server, service as object, principal, type),
  };
}

/** Without these hooks every call would fail. Programs without a type check fail at the start. */
function requireHooks(application: AnyApplication): void {
  for (const name of ["authenticate", "isBound", "log"] as const) {
    if (typeof application[name] !== "function") throw new TypeError(`createServer: the application has no function "${name}"`);
  }
}

/** Handles a call within the hook that sees all calls. */
function handleObserved(
  onCall: NonNullable<AnyApplication["onCall"]>,
  server: ServerParts,
  router: Router,
  request: ServerRequest,
): Promise<ServerResponse> {
  const requestId = requestIdOf(request.headers);
  const { method, url, headers } = request;
  const route = routeOf(server, router, request);
  const start = { method, url, headers, requestId, ...(route && { operation: route.operation, route: templateOf(route) }) };
  const run = (record: CallRecord) => handle(server, router, request, requestId, record);
  return observe(onCall, start, request, run, (error) => {
    log({ server, requestId, call: undefined }, { level: "error", message: "onCall failed", error });
  });
}

/** The route of a request; absent if there is none, or its path is malformed. */
function routeOf(server: ServerParts, router: Router, request: ServerRequest): Route | undefined {
  try {
    const found = findRoute(server, router, request, "");
    return "route" in found ? found.route : undefined;
  } catch {
    return undefined;
  }
}

async function handle(
  server: ServerParts,
  router: Router,
  request: ServerRequest,
  requestId: string = requestIdOf(request.headers),
  record?: CallRecord,
): Promise<ServerResponse> {
  let call: Call | undefined;
  let outcome: CallResponse | Rejection | undefined;
  try {
    const found = findRoute(server, router, request, requestId);
    if ("route" in found) {
      call = found;
      for (let index = 0; !outcome; index++) {
        const pending = steps[index]!.run(call);
        // Awaiting a value takes longer than most steps.
        outcome = isPromise(pending) ? await pending : pending;
      }
    } else outcome = found;
  } catch (error) {
    outcome = explainFailure(error, { server, requestId, call });
    if (record) record.isInvalidResponse = error instanceof InvalidResponse;
  }
  if (record) fill(record, call, outcome);
  const context: ResponseContext = { requestId, isHead: request.method === "HEAD", isSecret: call?.route.reveals ?? false };
  try {
    return respond("code" in outcome ? renderRejection(outcome, { server, requestId, call }) : outcome, context);
  } catch (error) {
    const failure: FailureContext = { server, requestId, call };
    if ("stream" in outcome) outcome.stream?.cancel();
    return respond(renderRejection(explainFailure(error, failure), failure), context);
  }
}

/** Writes down what is known of a call at its end. */
function fill(record: CallRecord, call: Call | undefined, outcome: CallResponse | Rejection): void {
  if ("code" in outcome) record.code = outcome instanceof InvalidBodyError && call?.action ? "invalid_action_body" : outcome.code;
  if (call?.action) {
    record.serviceType = call.action.type;
    record.action = call.action.name;
  }
  record.principal = call?.principal;
}

function findRoute(
  server: ServerParts,
  router: Router,
  request: ServerRequest,
  requestId: string,
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
    server,
    request,
    head: new Head(request, match.route.operation, requestId),
    requestId,
    route: match.route,
    pathText: match.parameters,
    queryText: query,
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

/** The origin of a failure. The call is absent if no route was found. */
export interface FailureContext {
  readonly server: ServerParts;
  readonly requestId: string;
  readonly call: Call | undefined;
}

/** Turns an error into a rejection. Everything but a `CallError` is a 500 without details, which are logged. */
export function explainFailure(error: unknown, context: FailureContext): Rejection {
  if (error instanceof CallError && error.status >= 400 && error.status <= 599) return error;
  if (error instanceof NotImplementedError) {
    log(context, { level: "warning", message: error.message });
    return reject(501, "not_implemented", "This is not implemented yet.");
  }
  if (error instanceof InvalidResponse) log(context, { level: "error", message: error.message, problems: error.problems });
  else if (!isAbort(error, context.call)) log(context, { level: "error", message: "The call failed", error });
  return reject(500, "internal", `The call failed. Its id is ${context.requestId}.`);
}

/** Whether a handler threw an error because the client disconnected. */
function isAbort(error: unknown, call: Call | undefined): boolean {
  return error instanceof Error && error.name === "AbortError" && call?.request.signal?.aborted === true;
}

/** The response of a rejection, with the shape and status of the contract. */
export function renderRejection(rejection: Rejection, context: FailureContext): CallResponse {
  const { server, requestId, call } = context;
  const { text, headers, details } = rejection;
  // Invalid bodies of actions have their own error code.
  const code = rejection instanceof InvalidBodyError && call?.action ? "invalid_action_body" : rejection.code;
  const isGeneral = !(rejection instanceof CallError) || rejection instanceof GeneralError;
  const status = (isGeneral && call ? ownOf(call.route.failures, code) : undefined) ?? rejection.status;
  // The contract may declare errors without a body.
  const key = call && declaredStatus(call.route.responses, status);
  if (key !== undefined && call!.route.responses[key]!.length === 0) return { status, headers };
  const shape = shapeFor(status, call?.route, server.contract.errorShape);
  const id = shape.id !== undefined && call?.route.selector ? readId(call.route.selector, call.content?.value) : undefined;
  const facts = { status, code, message: text, requestId, details, ...(id !== undefined && { id }) };
  return { status, headers, contentType: shape.mediaType, body: print(facts, shape, context) };
}

function ownOf(statuses: Route["failures"], code: string): number | undefined {
  return statuses && Object.hasOwn(statuses, code) ? statuses[code] : undefined;
}

function shapeFor(status: number, route: Route | undefined, common: ErrorShape = defaultErrorShape): ErrorShape {
  const key = route?.errors && declaredStatus(route.responses, status);
  return key !== undefined && Object.hasOwn(route!.errors!, key) ? route!.errors![key]! : common;
}

/** The JSON of an error, by the application's hook if it has a working one. */
function print(facts: ErrorFacts, shape: ErrorShape, context: FailureContext): string {
  const { application } = context.server;
  if (application.renderError) {
    try {
      const operation = context.call?.route.operation;
      const body: unknown = application.renderError({ ...facts, operation }, errorBody(shape, facts));
      ignoreRejection(body);
      const { text, value } = toJson(isJsonObject(body) ? body : undefined);
      if (!text.startsWith("{")) throw new InvalidResponse("Not a JSON object");
      const guard = guardFor(facts.status, context);
      if (guard) check(guard, value, "body");
      return text;
    } catch (error) {
      if (!(error instanceof InvalidResponse)) log(context, { level: "error", message: "renderError failed", error });
      else if (error.problems.length === 0) log(context, { level: "error", message: "renderError did not return a JSON object" });
      else {
        const message = "The error of renderError violates the contract";
        log(context, { level: "error", message, problems: error.problems });
      }
    }
  }
  return JSON.stringify(errorBody(shape, facts));
}

/** The check of the error that the contract declares for a status, if any. */
function guardFor(status: number, { server, call }: FailureContext): Guard<unknown> | undefined {
  const key = call && declaredStatus(call.route.responses, status);
  return key === undefined ? undefined : server.contract.validators.operations[call!.route.operation]?.responses[key];
}

/** A promise would be `{}`. */
function isJsonObject(body: unknown): body is object {
  return typeof body === "object" && body !== null && !isPromise(body);
}

/** A logger that fails, now or later, must not affect the response or the process. */
function log({ server, requestId, call }: FailureContext, entry: Omit<LogEntry, "requestId" | "operation" | "action">): void {
  try {
    ignoreRejection(server.application.log({ ...entry, ...origin(requestId, call) }));
  } catch {
    // There is nowhere left to report it.
  }
}

/** A rejected promise of a hook that is not awaited must not end the process. */
function ignoreRejection(returned: unknown): void {
  if (isPromise(returned)) Promise.resolve(returned).then(undefined, ignore);
}

function origin(requestId: string, call: Call | undefined): Pick<LogEntry, "requestId" | "operation" | "action"> {
  if (!call) return { requestId };
  const { operation } = call.route;
  return call.action ? { requestId, operation, action: `${call.action.type}.${call.action.name}` } : { requestId, operation };
}

const ignore = () => undefined;
