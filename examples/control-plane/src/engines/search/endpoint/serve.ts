import type http from "node:http";
import { EndpointError } from "../../../http/endpoint-request.js";
import type { StoredService } from "../../../services/service.js";
import { createGate, maxUnknown } from "../../../limiter.js";
import type { EndpointRequest } from "../../engine.js";
import { QueryTooLong, TooManyQueries } from "../data-access.js";
import type { SearchParts } from "../parts.js";
import { InvalidQuery } from "../run-query.js";
import { TooManyTasks } from "../tasks.js";
import { findAccess } from "./access.js";
import type { Reply, Route } from "./call.js";
import { badRequest, readBody } from "./request.js";
import { routes } from "./routes.js";

/** Browsers of any site may send requests: what allows them is the key, never a cookie. */
const headers = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-allow-methods": "GET, POST, PATCH, DELETE",
  "access-control-max-age": "86400",
};

const unknown = createGate(maxUnknown, () => new EndpointError(429, "too_many_requests", "Too many requests wait."));

/** Responds at the endpoint of a service. */
export async function serveEndpoint(parts: SearchParts, request: EndpointRequest, response: http.ServerResponse): Promise<void> {
  if (request.message.method === "OPTIONS") return void response.writeHead(204, headers).end();
  const reply = await respond(parts, request).catch(explain);
  const body = JSON.stringify(reply.body);
  response
    .writeHead(reply.status, {
      ...headers,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      // Don't wait for the rest of a body that was not read.
      ...(request.message.complete ? {} : { connection: "close" }),
    })
    .end(body);
}

async function respond(parts: SearchParts, { service, url, message }: EndpointRequest): Promise<Reply> {
  checkStatus(service);
  const text = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(message.headers.authorization ?? "")?.[1];
  const access =
    text === undefined
      ? undefined
      : await unknown(`${service.id} ${message.socket.remoteAddress}`, () => findAccess(parts.database, service.id, text));
  if (!access) throw new EndpointError(401, "invalid_key", "Send a valid key as bearer token.");
  const { pathname, searchParams: query } = new URL(`http://endpoint${url.startsWith("/") ? "" : "/"}${url}`);
  const { route, names } = findRoute(message.method ?? "", pathname);
  const [index] = names;
  if (!access.may(route.action)) throw new EndpointError(403, "access_denied", `The key does not allow ${route.action}.`);
  if (route.isOfIndex && !access.reaches(index!))
    throw new EndpointError(403, "access_denied", "The key does not reach this index.");
  const body = await readBody(message, service.project_id);
  return route.run({ parts, service, access, names, query, body });
}

function checkStatus({ status }: StoredService): void {
  if (status === "active") return;
  if (status === "suspended") throw new EndpointError(403, "service_suspended", "The service is suspended.");
  throw new EndpointError(503, "service_unavailable", `The service is ${status}.`);
}

function findRoute(method: string, pathname: string): { readonly route: Route; readonly names: readonly string[] } {
  let isKnown = false;
  for (const route of routes) {
    const found = route.path.exec(pathname);
    if (!found) continue;
    isKnown = true;
    if (route.method === method) return { route, names: found.slice(1).map(decode) };
  }
  if (isKnown) throw new EndpointError(405, "method_not_allowed", "The resource does not take this method.");
  throw new EndpointError(404, "not_found", "There is no such resource.");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest("The path is not encoded correctly.");
  }
}

function explain(error: unknown): Reply {
  const known = toEndpointError(error);
  if (!known) throw error;
  return { status: known.status, body: { error: `${known.code}: ${known.message}` } };
}

function toEndpointError(error: unknown): EndpointError | undefined {
  if (error instanceof EndpointError) return error;
  if (error instanceof InvalidQuery) return new EndpointError(400, "invalid_query", error.message);
  if (error instanceof TooManyQueries)
    return new EndpointError(429, "too_many_requests", "Too many queries of this service wait.");
  if (error instanceof TooManyTasks) return new EndpointError(429, "too_many_tasks", "Too many tasks of this service wait.");
  if (error instanceof QueryTooLong) return new EndpointError(503, "query_too_long", "The query takes too long.");
  return undefined;
}
