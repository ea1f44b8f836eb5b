import type http from "node:http";
import { inTransaction } from "../../database/query.js";
import { EndpointError } from "../../http/endpoint-request.js";
import { endpointOf } from "../../http/endpoints.js";
import { createGate, maxUnknown } from "../../limiter.js";
import { uuidPattern } from "../../uuid.js";
import type { EndpointRequest } from "../engine.js";
import { checkBody } from "./check-body.js";
import { jwksPath } from "./create-instance.js";
import { addEvent } from "./events.js";
import { addressHeader } from "./hooks.js";
import { type KeyKind, findKey } from "./keys.js";
import { pageRoutes, serveLinkPage } from "./link-page.js";
import type { LinkPurpose } from "./links.js";
import { requestMail } from "./mails.js";
import type { AuthParts } from "./parts.js";
import { endSessions } from "./sessions.js";
import { tablesOf } from "./tables.js";
import { choosePassword } from "./use-link.js";
import { findUser } from "./users.js";
import { type ReadRequest, addressOf, readBody, rejected, send, sendRejection } from "./wire.js";

const jwksRoute = `GET ${jwksPath}`;

/** The routes of better-auth that clients may use. Its other routes are not served. */
const routes: ReadonlySet<string> = new Set([
  "GET /ok",
  jwksRoute,
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /sign-in/phone-number",
  "GET /magic-link/verify",
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

/** Routes that need a mailer. */
const mailRoutes: ReadonlySet<string> = new Set([
  ...pageRoutes,
  "POST /sign-in/magic-link",
  "GET /magic-link/verify",
  "POST /request-password-reset",
  "POST /reset-password",
]);

/** Mail routes that send a link, by purpose. */
const mailing: Readonly<Record<string, LinkPurpose>> = {
  "POST /sign-in/magic-link": "sign_in",
  "POST /request-password-reset": "password_reset",
};

/** Routes without an API key: token verifiers only know the issuer. */
const open: ReadonlySet<string> = new Set(["GET /ok", jwksRoute]);

/** Headers of requests that better-auth needs. */
const forwarded = ["authorization", "content-type", "cookie", "origin", "referer", "user-agent"] as const;

/** The maximum number of waiting requests per service; without a key, per address. */
const maxWaiting = 64;

/** Serves requests at the endpoints of auth services. */
export function createEndpoint(parts: AuthParts): (request: EndpointRequest, response: http.ServerResponse) => Promise<void> {
  const tooMany = () => rejected(429, "Too many requests are waiting.");
  const waiting = createGate(maxWaiting, tooMany);
  const unknown = createGate(maxUnknown, tooMany);
  const sending = createGate(maxUnknown, tooMany);
  return async (request, response) => {
    const { id, status } = request.service;
    try {
      const { message } = request;
      const [path = "", query] = request.url.split("?", 2);
      const route = `${message.method} ${path}`;
      if (message.method === "OPTIONS") return send(response, { status: 204 });
      if (status !== "active") throw rejected(503, `The service is ${status}.`);
      if (parts.endpointUrl === undefined) throw rejected(503, "This installation has no address for endpoints.");
      const address = addressOf(message) ?? "";
      // Nobody has a place among a service's requests before their key is known and all of their request is there.
      const isOpen = open.has(route) || pageRoutes.has(route);
      const key = isOpen ? undefined : await unknown(`${id} ${address}`, () => keyOf(id, message));
      const read = () => readBody(message, pageRoutes.has(route));
      const hasBody = message.method !== "GET" && message.method !== "HEAD";
      const body = hasBody ? await sending(`${key === undefined ? "" : id} ${address}`, read) : await read();
      const run = () => respond({ ...request, path, query, route, body }, key, response);
      // Requests without a key have places of their own.
      const [places, tenant] = [id, request.service.project_id].map((name) => (isOpen ? `${name} without key` : name));
      await waiting(isOpen ? `${places} ${address}` : places!, () => parts.limit(places!, tenant!, run));
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      sendRejection(response, error);
    }
  };

  async function respond(request: ReadRequest, key: KeyKind | undefined, response: http.ServerResponse): Promise<void> {
    const { service, route, message } = request;
    if (mailRoutes.has(route) && !parts.mailer) throw rejected(404, "This installation sends no mail.");
    if (pageRoutes.has(route)) {
      const instance = await parts.instances.of(service);
      const signIn = (search: string) => instance.handle(toRequest(request, `/magic-link/verify${search}`));
      return send(response, await serveLinkPage(parts, request, signIn));
    }
    if (request.path.startsWith("/backend/")) {
      if (key !== "service") throw rejected(403, "This needs the service key.");
      return send(response, await serveBackend(parts, request));
    }
    const body = request.body as Readonly<Record<string, string>>;
    const purpose = mailing[route];
    if (purpose !== undefined) {
      checkBody(request);
      await requestMail(parts.database, service, purpose, body["email"]!);
      return send(response, { status: 200, body: { status: true } });
    }
    if (route === "POST /reset-password") {
      checkBody(request);
      const { token = "", newPassword: password = "" } = body;
      await choosePassword(parts.database, service, { token, password, ip: addressOf(message) });
      return send(response, { status: 200, body: { status: true } });
    }
    if (!routes.has(route)) throw rejected(404, "There is nothing at this path.");
    if (message.method === "POST") checkBody(request);
    const instance = await parts.instances.of(service);
    // Every backend asks for them, and better-auth builds its router anew for each request.
    if (route === jwksRoute) return send(response, { status: 200, body: await instance.readKeys() });
    return send(response, await instance.handle(toRequest(request)));
  }

  async function keyOf(serviceId: string, { headers }: http.IncomingMessage): Promise<KeyKind> {
    const { apikey } = headers;
    const kind = typeof apikey === "string" ? await findKey(parts.database, serviceId, apikey) : undefined;
    if (!kind) throw rejected(401, "The header apikey must have a key of this service.");
    return kind;
  }

  /** The request as better-auth takes it; with a target, that is what is asked for. */
  function toRequest({ service, path, query, body, message }: ReadRequest, target?: string): Request {
    const headers = new Headers();
    for (const name of forwarded) {
      const value = message.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    const address = addressOf(message);
    if (address !== null) headers.set(addressHeader, address);
    const endpoint = endpointOf(parts.endpointUrl!, service);
    if (target !== undefined) return new Request(`${endpoint}${target}`, { headers });
    const url = `${endpoint}${path}${query === undefined ? "" : `?${query}`}`;
    const { method = "GET" } = message;
    if (method !== "POST") return new Request(url, { method, headers });
    headers.set("content-type", "application/json");
    return new Request(url, { method, headers, body: JSON.stringify(body ?? {}) });
  }
}

const backendRoute = new RegExp(`^(GET|POST) /backend/users/(${uuidPattern})(/logout)?$`);

/** Serves an application's own backend, which may read a user and end their sessions with the service key. */
async function serveBackend(
  { database }: AuthParts,
  { service, route: asked, message }: ReadRequest,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const [, method, id = "", logout] = backendRoute.exec(asked) ?? [];
  if (method !== (logout === undefined ? "GET" : "POST")) throw rejected(404, "There is nothing at this path.");
  const tables = tablesOf(service);
  const user = await findUser(database, tables, id);
  if (!user) throw rejected(404, "No user has this id.");
  if (logout === undefined) return { status: 200, body: user };
  const sessions = await inTransaction(database, async (client) => {
    const ended = await endSessions(client, tables, id);
    const actor = { type: "service", id: service.id } as const;
    const details = { sessions_revoked: ended };
    await addEvent(client, {
      serviceId: service.id,
      event: "user_logged_out",
      actor,
      target: id,
      ip: addressOf(message),
      details,
    });
    return ended;
  });
  return { status: 200, body: { user_id: id, sessions_revoked: sessions } };
}
