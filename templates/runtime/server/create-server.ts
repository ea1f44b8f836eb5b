import { createDecide, listCapabilities } from "./access.js";
import type { ActionEntry, LogEntry, RequestHead, ServiceFacts } from "./application.js";
import { type AnyApplication, type Call, type CallResponse, type Parameters, type ServerParts, isPromise } from "./call.js";
import type { ServerContract } from "./contract.js";
import { CallError, InvalidBodyError, NotImplementedError, type Rejection, reject } from "./errors.js";
import { type RequestHeaders, type ServerRequest, type ServerResponse, headerOf } from "./http.js";
import { type Router, createRouter, splitTarget } from "./router.js";
import { InvalidResponse } from "./run-handler.js";
import { steps } from "./steps.js";

/** A server on plain data. Adapters connect it to a platform. */
export interface Server<Principal = unknown, Service = unknown> {
  /** Handles a request. The promise never rejects. */
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  /** The actions that a service advertises to a caller: those listed as enabled are not rejected. */
  readonly capabilities: (service: Service, principal: Principal) => Promise<ActionEntry[]>;
}

/** Makes a server of a contract and an application; `server/index` has the one that knows the contract's types. */
export function createServer(contract: ServerContract, application: AnyApplication): Server {
  const { bodyBytes = 1_048_576, jsonDepth = 64 } = application.limits ?? {};
  const gate = application.gate?.bind(application);
  const decide = createDecide(contract, gate);
  const server: ServerParts = { contract, application, decide, bodyBytes, jsonDepth };
  const router = createRouter(contract.routes);
  return {
    handle: (request) => handle(server, router, request),
    capabilities: (service, principal) => listCapabilities(contract, decide, service as ServiceFacts, principal),
  };
}

async function handle(server: ServerParts, router: Router, request: ServerRequest): Promise<ServerResponse> {
  const requestId = requestIdOf(request.headers);
  let call: Call | undefined;
  let outcome: CallResponse | Rejection | undefined;
  try {
    const found = findRoute(server, router, request, requestId);
    if ("route" in found) {
      call = found;
      for (let index = 0; !outcome; index++) {
        const pending = steps[index]!.run(call);
        // Waiting for what is there already would take longer than most steps.
        outcome = isPromise(pending) ? await pending : pending;
      }
    } else outcome = found;
  } catch (error) {
    outcome = explainFailure(error, server.application, requestId, call);
  }
  const context: ResponseContext = { requestId, isHead: request.method === "HEAD", isSecret: call?.route.reveals ?? false };
  try {
    return respond(nameErrorCode(outcome, call), context);
  } catch (error) {
    return respond(explainFailure(error, server.application, requestId, call), context);
  }
}

function findRoute(
  server: ServerParts,
  router: Router,
  request: ServerRequest,
  requestId: string,
): Call | Rejection | CallResponse {
  const { path, query } = splitTarget(request.url, server.application.basePath ?? "");
  const match = path === undefined ? undefined : router(request.method, path);
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
    body: undefined,
  };
}

/** Until they have been read. */
const noParameters: Parameters = { path: {}, query: {}, headers: {}, cookies: {} };

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

/** Invalid bodies of actions have an error code of their own. */
function nameErrorCode(outcome: CallResponse | Rejection, call: Call | undefined): CallResponse | Rejection {
  if (!(outcome instanceof InvalidBodyError) || !call?.action) return outcome;
  return reject(outcome.status, "invalid_action_body", outcome.text);
}

/** The caller's `x-request-id` if it is plain and short, else a new one. */
function requestIdOf(headers: RequestHeaders): string {
  const given = headerOf(headers, "x-request-id");
  return given !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : nextId();
}

let start: string | undefined;

let count = 0;

/** Random once for each process, then counted: to make and send a new UUID takes as long as to find the route. */
function nextId(): string {
  // Not at import: some platforms have no random numbers then.
  start ??= crypto.randomUUID().slice(0, 18);
  return `${start}-${++count}`;
}

/** The properties of a request that affect its response. */
export interface ResponseContext {
  readonly requestId: string;
  readonly isHead: boolean;
  /** Whether caches may not store the response. */
  readonly isSecret: boolean;
}

/** Makes the response of an outcome. Throws if a header of the application can't be sent. */
function respond(outcome: CallResponse | Rejection, context: ResponseContext): ServerResponse {
  const { status } = outcome;
  const isRejection = "code" in outcome;
  const body = isRejection ? errorBody(outcome) : outcome.body;
  const contentType = isRejection ? "application/json" : outcome.contentType;
  const headers: Record<string, string> = { "x-request-id": context.requestId, "x-content-type-options": "nosniff" };
  if (contentType !== undefined) {
    if (!sendable.test(contentType)) throw new TypeError("The response has a content type that can't be sent");
    headers["content-type"] = contentType;
  }
  if (context.isSecret) headers["cache-control"] = "no-store";
  if (outcome.headers) addHeaders(headers, outcome.headers);
  if (body === undefined) return { status, headers };
  if (!context.isHead) return { status, headers, body };
  headers["content-length"] = String(typeof body === "string" ? new TextEncoder().encode(body).byteLength : body.byteLength);
  return { status, headers };
}

function errorBody({ code, text }: Rejection): string {
  return JSON.stringify({ error: `${code}: ${text}` });
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

/** Turns an error into a rejection. Everything but a `CallError` is a 500 without details, which are logged. */
function explainFailure(error: unknown, application: AnyApplication, requestId: string, call: Call | undefined): Rejection {
  if (error instanceof CallError && error.status >= 400 && error.status <= 599) return error;
  if (error instanceof NotImplementedError) {
    log(application, { level: "warning", message: error.message, ...origin(requestId, call) });
    return reject(501, "not_implemented", "This is not implemented yet.");
  }
  if (error instanceof InvalidResponse)
    log(application, { level: "error", message: error.message, problems: error.problems, ...origin(requestId, call) });
  else if (!isAbort(error, call))
    log(application, { level: "error", message: "The call failed", error, ...origin(requestId, call) });
  return reject(500, "internal", `The call failed. Its id is ${requestId}.`);
}

/** What handlers throw because the client disconnected. */
function isAbort(error: unknown, call: Call | undefined): boolean {
  return error instanceof Error && error.name === "AbortError" && call?.request.signal?.aborted === true;
}

function origin(requestId: string, call: Call | undefined): Pick<LogEntry, "requestId" | "operation" | "action"> {
  if (!call) return { requestId };
  const { operation } = call.route;
  return call.action ? { requestId, operation, action: `${call.service!.type}.${call.action.name}` } : { requestId, operation };
}

/** A logger that fails, now or later, must not affect the response or the process. */
function log(application: AnyApplication, entry: LogEntry): void {
  try {
    const pending: unknown = application.log(entry);
    if (isPromise(pending)) Promise.resolve(pending).then(undefined, ignore);
  } catch {
    // There is nobody left to tell.
  }
}

const ignore = () => undefined;
