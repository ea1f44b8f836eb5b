import type http from "node:http";
import { endpointOf } from "../../http/endpoints.js";
import type { EndpointRequest } from "../engine.js";
import { serveBackend } from "./backend.js";
import { checkBody } from "./check-body.js";
import { jwksPath } from "./create-instance.js";
import { addressHeader } from "./hooks.js";
import { findKey } from "./keys.js";
import type { AuthParts } from "./parts.js";
import { EndpointError, type ReadRequest, addressOf, readBody, send, sendError } from "./wire.js";

const jwksRoute = `GET ${jwksPath}`;

/** What clients may ask of better-auth. Everything else that it can do is not served. */
const routes: ReadonlySet<string> = new Set([
  "GET /ok",
  jwksRoute,
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /sign-in/phone-number",
  "POST /sign-out",
  "GET /get-session",
  "GET /list-sessions",
  "POST /revoke-session",
  "POST /revoke-sessions",
  "POST /revoke-other-sessions",
  "GET /token",
  "POST /change-password",
  "POST /update-user",
]);

/** What needs no key: whoever checks a token only has its issuer. */
const open: ReadonlySet<string> = new Set(["GET /ok", jwksRoute]);

/** Headers of requests that better-auth needs. */
const forwarded = ["authorization", "content-type", "cookie", "origin", "referer", "user-agent"] as const;

/** How many requests of one service may wait. */
const maxWaiting = 64;

/** Serves requests at the endpoints of auth services. */
export function createEndpoint(parts: AuthParts): (request: EndpointRequest, response: http.ServerResponse) => Promise<void> {
  const waiting = new Map<string, number>();
  return async (request, response) => {
    const { id } = request.service;
    const ahead = waiting.get(id) ?? 0;
    try {
      const [path = "", query] = request.url.split("?", 2);
      const route = `${request.message.method} ${path}`;
      if (request.message.method === "OPTIONS") return send(response, { status: 204 });
      if (request.service.status !== "active") throw new EndpointError(503, `The service is ${request.service.status}.`);
      if (parts.endpointUrl === undefined) throw new EndpointError(503, "This installation has no address for endpoints.");
      if (ahead >= maxWaiting) throw new EndpointError(429, "Too many requests are waiting.");
      waiting.set(id, ahead + 1);
      try {
        const body = await readBody(request.message);
        await parts.limit(id, () => respond({ ...request, path, query, route, body }, response));
      } finally {
        const left = waiting.get(id)! - 1;
        if (left === 0) waiting.delete(id);
        else waiting.set(id, left);
      }
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      sendError(response, error);
    }
  };

  async function respond(request: ReadRequest, response: http.ServerResponse): Promise<void> {
    const { service, route, message } = request;
    const key = open.has(route) ? undefined : await keyOf(service.id, message);
    if (request.path.startsWith("/backend/")) {
      if (key !== "service") throw new EndpointError(403, "This needs the service key.");
      return send(response, await serveBackend(parts, request));
    }
    if (!routes.has(route)) throw new EndpointError(404, "There is nothing at this path.");
    if (message.method === "POST") checkBody(request);
    const instance = await parts.instances.of(service);
    // Every backend asks for them, and better-auth builds its router anew for each request.
    if (route === jwksRoute) return send(response, { status: 200, body: await instance.readKeys() });
    return send(response, await instance.handle(toRequest(request)));
  }

  async function keyOf(serviceId: string, { headers }: http.IncomingMessage) {
    const { apikey } = headers;
    const kind = typeof apikey === "string" ? await findKey(parts.database, serviceId, apikey) : undefined;
    if (!kind) throw new EndpointError(401, "The header apikey must have a key of this service.");
    return kind;
  }

  function toRequest({ service, path, query, body, message }: ReadRequest): Request {
    const headers = new Headers();
    for (const name of forwarded) {
      const value = message.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    const address = addressOf(message);
    if (address !== null) headers.set(addressHeader, address);
    const url = `${endpointOf(parts.endpointUrl!, service)}${path}${query === undefined ? "" : `?${query}`}`;
    const { method = "GET" } = message;
    if (method !== "POST") return new Request(url, { method, headers });
    headers.set("content-type", "application/json");
    return new Request(url, { method, headers, body: JSON.stringify(body ?? {}) });
  }
}
