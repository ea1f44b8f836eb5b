import type { RequestHead } from "./application.js";
import { isPromise } from "./awaitable.js";
import type { CallResponse, AnyApplication, Call, ServerParts } from "./call.js";
import { createDecide, listCapabilities, type ActionEntry, type ServiceFacts } from "./capabilities.js";
import { InvalidBodyError } from "./errors.js";
import { explainFailure } from "./explain-failure.js";
import type { RequestHeaders, ServerRequest, ServerResponse } from "./http.js";
import type { Parameters } from "./read-parameters.js";
import { refuse, type Rejection } from "./rejection.js";
import { requestIdOf } from "./request-id.js";
import { splitTarget } from "./request-target.js";
import { respond, type ResponseContext } from "./respond.js";
import { createRouter, type Router } from "./router.js";
import type { ServerContract } from "./server-contract.js";
import { steps } from "./steps.js";

/** A server on plain data. Adapters connect it to a platform. */
export interface Server<Principal = unknown, Service = unknown> {
  /** Answers a request. Never rejects. */
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  /** The actions that a service advertises to a caller: what is listed here as enabled is not refused. */
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
    return respond(nameBody(outcome, call), context);
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
  if (!match) return refuse(404, "resource_not_found", "There is no such path.");
  if ("methods" in match) {
    const headers = { allow: match.methods.join(", ") };
    if (request.method === "OPTIONS") return { status: 204, headers };
    return refuse(405, "method_not_allowed", `Use ${match.methods.join(" or ")}.`, headers);
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

/** Bodies of actions have an error code of their own. */
function nameBody(outcome: CallResponse | Rejection, call: Call | undefined): CallResponse | Rejection {
  if (!(outcome instanceof InvalidBodyError) || !call?.action) return outcome;
  return refuse(outcome.status, "invalid_action_body", outcome.text);
}
