import { isPromise } from "./awaitable.js";
import type { Answer, AnyApplication, Call, ServerParts } from "./call.js";
import { createAdvertise, listCapabilities, type ActionEntry, type ServiceFacts } from "./capabilities.js";
import { InvalidBodyError } from "./errors.js";
import { explainFailure } from "./explain-failure.js";
import type { ServerRequest, ServerResponse } from "./http.js";
import { refuse, type Refusal } from "./refusal.js";
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
  const advertise = createAdvertise(contract, gate);
  const server: ServerParts = { contract, application, advertise, bodyBytes, jsonDepth };
  const router = createRouter(contract.routes);
  return {
    handle: (request) => handle(server, router, request),
    capabilities: (service, principal) => listCapabilities(contract, advertise, service as ServiceFacts, principal),
  };
}

async function handle(server: ServerParts, router: Router, request: ServerRequest): Promise<ServerResponse> {
  const requestId = requestIdOf(request.headers);
  let call: Call | undefined;
  let outcome: Answer | Refusal;
  try {
    const found = findRoute(server, router, request, requestId);
    if ("route" in found) call = found;
    outcome = "route" in found ? await runSteps(found) : found;
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

/** The way of a call until something answers it. */
async function runSteps(call: Call): Promise<Answer | Refusal> {
  for (const { run } of steps) {
    const pending = run(call);
    const outcome = isPromise(pending) ? await pending : pending;
    if (outcome) return outcome;
  }
  throw new Error("No step has answered the call");
}

function findRoute(server: ServerParts, router: Router, request: ServerRequest, requestId: string): Call | Refusal | Answer {
  const { path, query } = splitTarget(request.url, server.application.basePath ?? "");
  const match = path === undefined ? undefined : router(request.method, path);
  if (!match) return refuse(404, "resource_not_found", "There is no such path.");
  if ("methods" in match) {
    const headers = { allow: match.methods.join(", ") };
    if (request.method === "OPTIONS") return { status: 204, headers };
    return refuse(405, "method_not_allowed", `Use ${match.methods.join(" or ")}.`, headers);
  }
  const { method, url, headers } = request;
  const operation = match.route.operation;
  return {
    server,
    request,
    head: { method, url, headers, operation, requestId, get signal() { return request.signal; } },
    requestId,
    route: match.route,
    pathText: match.parameters,
    queryText: query,
    principal: undefined,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    service: undefined,
    action: undefined,
    body: undefined,
  };
}

/** Bodies of actions have an error code of their own. */
function nameBody(outcome: Answer | Refusal, call: Call | undefined): Answer | Refusal {
  if (!(outcome instanceof InvalidBodyError) || !call?.action) return outcome;
  return refuse(outcome.status, "invalid_action_body", outcome.text);
}
