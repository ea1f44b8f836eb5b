import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Pool } from "pg";
import type { ServiceType } from "../../../../generated/actions.js";
import { limitConnections, respondToClientError } from "../../../../generated/server/index.js";
import { type Config, isSafeAddress } from "../config.js";
import { DatabaseUnavailable } from "../database/connections.js";
import { forRequest, noteTenant } from "../database/tenant.js";
import type { Engine } from "../engines/engine.js";
import { type Log, describeError } from "../log.js";
import type { Engines } from "../platform.js";
import { isFull } from "../storage-full.js";
import { uuidPattern } from "../uuid.js";
import { sendError } from "./send-error.js";
import { type StoredService, findServiceById } from "../services/service.js";

/** The endpoints of all services that have no server of their own: one HTTP server, `/<type>/<service id>` below its address. */
export interface Endpoints {
  /** The address that callers are given; `undefined` if it isn't one that secrets may be sent to. */
  readonly url: string | undefined;
  /** Begins to respond; until then every request gets 503. */
  open(parts: EndpointParts): void;
  stop(): Promise<void>;
}

interface EndpointParts {
  readonly database: Pool;
  readonly engines: Engines;
  readonly log: Log;
}

/** The endpoint of a service below the address of all. */
export function endpointOf(url: string, { type, id }: { readonly type: string; readonly id: string }): string {
  return `${url}/${type}/${id}`;
}

/**
 * The endpoint of a service for callers; null until it is provisioned. What is stored for a service without a server of its own
 * is the address at the time of its creation.
 */
export function presentEndpoint(
  { engines, endpointUrl }: { readonly engines: Engines; readonly endpointUrl: string | undefined },
  service: StoredService,
): string | null {
  const engine: Engine = engines[service.type];
  if (service.endpoint === null || !engine.serve) return service.endpoint;
  return endpointUrl === undefined ? null : endpointOf(endpointUrl, service);
}

/** An HTTP server and how it is closed. */
export interface Listener {
  readonly server: http.Server | https.Server;
  /** Accepts nothing new, completes pending requests, and cuts off those that take longer than `patience`. */
  close(): Promise<void>;
}

/** An HTTP server, with TLS where the config has a certificate. */
export function createListener({ tls }: Pick<Config, "tls">, respond: http.RequestListener): Listener {
  const handle: http.RequestListener = (request, response) => {
    // Otherwise a connection that is kept alive could send its next request.
    response.once("close", () => server.listening || server.closeIdleConnections());
    respond(request, response);
  };
  const server = tls
    ? https.createServer({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), handshakeTimeout: 20_000 }, handle)
    : http.createServer(handle);
  limitConnections(server.on("clientError", respondToClientError));
  server.keepAliveTimeout = keepAliveTime;
  // Node.js does not count connections that have never sent anything: `closeAllConnections` leaves them open.
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", keep);
  // A connection with TLS has read a handshake, but the socket inside of it only what is a request.
  server.on("secureConnection", keep);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      setTimeout(() => sockets.forEach((socket) => socket.destroy()), patience).unref();
    });
  return { server, close };
}

/** Listens for the endpoints of services. */
export async function listenForEndpoints(config: Config): Promise<Endpoints> {
  let parts: EndpointParts | undefined;
  const { server, close } = createListener(config, (request, response) => {
    if (!parts) return sendError(response, 503, "unavailable: The server is starting.");
    const opened = parts;
    void forRequest(() => respond(opened, request, response));
  });
  // Uploads may take long, as long as something comes; what engines read into memory is small.
  server.requestTimeout = maxRequestTime;
  server.setTimeout(maxPause);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(config.endpointPort, config.host, resolve));
  const own = `${config.tls ? "https" : "http"}://${hostText(config.host)}:${(server.address() as AddressInfo).port}`;
  const url = config.endpointUrl ?? own;
  return {
    url: isSafeAddress(url) ? url : undefined,
    open: (found) => void (parts = found),
    stop: close,
  };
}

/** A host as written in an address. */
export function hostText(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** How long a request may take to come, in milliseconds. */
const maxRequestTime = 3_600_000;

/**
 * How long a connection stays open for a next request, in milliseconds. Proxies keep theirs for a minute; the 5 seconds of
 * Node.js end connections on which a request is on its way, which is then lost with a reset.
 */
const keepAliveTime = 65_000;

/** How long a connection may be silent, in milliseconds. */
const maxPause = 120_000;

/** How long pending requests may still take when a server stops, in milliseconds. */
export const patience = 10_000;

const path = new RegExp(`^/([a-z]+)/(${uuidPattern})((?:[/?].*)?)$`);

async function respond(
  { database, engines, log }: EndpointParts,
  message: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  try {
    const [, type = "", id = "", url = ""] = path.exec(message.url ?? "") ?? [];
    const engine: Engine | undefined = Object.hasOwn(engines, type) ? engines[type as ServiceType] : undefined;
    const service = engine?.serve && (await findServiceById(database, id));
    if (!engine?.serve || service?.type !== type)
      return sendError(response, 404, "resource_not_found: There is no such endpoint.");
    noteTenant(service.project_id);
    await engine.serve({ service, url, message }, response);
  } catch (error) {
    log(error instanceof DatabaseUnavailable && !isFull(error) ? "warning" : "error", "An endpoint failed", describeError(error));
    // An engine that has responded in its own terms only wants it logged.
    if (response.writableEnded) return;
    if (response.headersSent) response.destroy();
    else if (error instanceof DatabaseUnavailable)
      sendError(response, error.status, `${error.code}: ${error.text}`, error.headers);
    else sendError(response, 500, "internal_error: Something went wrong.");
  }
}
