import { createDecide, listCapabilities } from "./access.js";
import type { ActionEntry, RequestHead } from "./application.js";
import { type AnyApplication, type Call, type CallResponse, type Parameters, type ServerParts, isPromise } from "./call.js";
import type { ServerContract } from "./contract.js";
import { type Rejection, reject } from "./errors.js";
import { type FailureContext, explainFailure, renderRejection } from "./failures.js";
import type { RequestHeaders, ServerRequest, ServerResponse } from "./http.js";
import { requestIdOf } from "./request-id.js";
import { type Router, createRouter, splitTarget } from "./router.js";
import { createFactsReader } from "./service-facts.js";
import { steps } from "./steps.js";

/** A server on plain data. Adapters connect it to a platform. */
export interface Server<Principal = unknown, Service = unknown> {
  /** Handles a request. The promise never rejects. */
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  /**
   * The actions that a service advertises to a caller: those listed as enabled are not rejected. `type` is needed where
   * nothing in a service tells it.
   */
  readonly capabilities: (service: Service, principal: Principal, type?: string) => Promise<ActionEntry[]>;
}

/** Makes a server of a contract and an application; `server/index` has the one that knows the contract's types. */
export function createServer(contract: ServerContract, application: AnyApplication): Server {
  requireHooks(application);
  const { bodyBytes = 1_048_576, jsonDepth = 64 } = application.limits ?? {};
  const decide = createDecide(application.gate?.bind(application));
  const factsOf = createFactsReader(contract.routes);
  const server: ServerParts = { contract, application, decide, factsOf, bodyBytes, jsonDepth };
  const router = createRouter(contract.routes);
  return {
    handle: (request) => handle(server, router, request),
    capabilities: (service, principal, type) => listCapabilities(server, service as object, principal, type),
  };
}

/** Without these every call would fail: programs that no compiler checks learn it when they start. */
function requireHooks(application: AnyApplication): void {
  for (const name of ["authenticate", "isBound", "log"] as const) {
    if (typeof application[name] !== "function") throw new TypeError(`createServer: the application has no function "${name}"`);
  }
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
    outcome = explainFailure(error, { server, requestId, call });
  }
  const context: ResponseContext = { requestId, isHead: request.method === "HEAD", isSecret: call?.route.reveals ?? false };
  try {
    return respond("code" in outcome ? renderRejection(outcome, { server, requestId, call }) : outcome, context);
  } catch (error) {
    const failure: FailureContext = { server, requestId, call };
    return respond(renderRejection(explainFailure(error, failure), failure), context);
  }
}

function findRoute(
  server: ServerParts,
  router: Router,
  request: ServerRequest,
  requestId: string,
): Call | Rejection | CallResponse {
  const { path, query } = splitTarget(request.url, server.application.basePath ?? "");
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

/** The properties of a request that affect its response. */
export interface ResponseContext {
  readonly requestId: string;
  readonly isHead: boolean;
  /** Whether caches may not store the response. */
  readonly isSecret: boolean;
}

/** Makes the response of an outcome. Throws if a header of the application can't be sent. */
function respond({ status, body, contentType, headers: given }: CallResponse, context: ResponseContext): ServerResponse {
  const headers: Record<string, string> = { "x-request-id": context.requestId, "x-content-type-options": "nosniff" };
  if (contentType !== undefined) {
    if (!sendable.test(contentType)) throw new TypeError("The response has a content type that can't be sent");
    headers["content-type"] = contentType;
  }
  if (context.isSecret) headers["cache-control"] = "no-store";
  if (given) addHeaders(headers, given);
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
