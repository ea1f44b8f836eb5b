import type http from "node:http";
import { isIP } from "node:net";
import { EndpointError, parseJson, readBytes } from "../../http/endpoint-request.js";
import type { EndpointRequest } from "../engine.js";

/** Rejects a request. The message is for its client. */
export function rejected(status: number, message: string): EndpointError {
  return new EndpointError(status, codes[status] ?? "REJECTED", message);
}

/** A request whose body has been read. */
export interface ReadRequest extends EndpointRequest {
  readonly path: string;
  readonly query: string | undefined;
  /** Method and path: `POST /sign-out`. */
  readonly route: string;
  /** The body as JSON, or the text of a form; `undefined` if it is empty. */
  readonly body: unknown;
}

/** The address that a request comes from, without the zone of IPv6. */
export function addressOf({ socket }: http.IncomingMessage): string | null {
  const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/, "") ?? "";
  return isIP(address) === 0 ? null : address;
}

/** The longest body, in bytes: what clients send here are names and passwords. */
const maxBytes = 16 * 1024;

/** How long a body may take to arrive, in milliseconds. */
const maxTime = 10_000;

/** Reads the body of a request as JSON, or that of a form as text; `undefined` if it is empty. */
export async function readBody(message: http.IncomingMessage, isForm = false): Promise<unknown> {
  const bytes = await readBytes(message, { maxBytes, maxTime, reject: rejected });
  if (bytes.length === 0) return undefined;
  if (isForm) return bytes.toString();
  // Forms are what foreign pages can send without asking: elsewhere only JSON is read.
  if (!/^application\/json\s*(?:;|$)/i.test(message.headers["content-type"] ?? "")) {
    throw rejected(415, "The body must be application/json.");
  }
  try {
    return parseJson(bytes);
  } catch {
    throw rejected(400, "The body is not valid JSON.");
  }
}

/** A response to send. */
type Reply = Response | { readonly status: number; readonly body?: unknown };

/**
 * Any page may read responses, but none that a browser sent cookies for: browsers withhold those unless a server allows them,
 * and this one does not.
 */
const shared = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "apikey, authorization, content-type",
  "access-control-allow-methods": "GET, POST",
  "access-control-max-age": "600",
};

/** Sends a response. */
export async function send(response: http.ServerResponse, reply: Reply): Promise<void> {
  const body = reply instanceof Response ? Buffer.from(await reply.arrayBuffer()) : Buffer.from(textOf(reply.body));
  response.setHeader("cache-control", "no-store");
  if (reply instanceof Response) {
    reply.headers.forEach((value, name) => name !== "set-cookie" && response.setHeader(name, value));
    response.setHeader("set-cookie", reply.headers.getSetCookie());
  } else if (reply.body !== undefined) response.setHeader("content-type", "application/json");
  for (const [name, value] of Object.entries(shared)) response.setHeader(name, value);
  response.setHeader("content-length", body.length);
  response.writeHead(reply.status).end(body);
}

function textOf(body: unknown): string {
  return body === undefined ? "" : JSON.stringify(body);
}

/** Sends why a request is rejected, in the form of better-auth's errors. */
export function sendRejection(response: http.ServerResponse, { status, code, message }: EndpointError): void {
  // The rest of the body is not read.
  response.setHeader("connection", "close");
  if (status === 429 || status === 503) response.setHeader("retry-after", "5");
  void send(response, { status, body: { code, message } });
}

const codes: Readonly<Record<number, string>> = {
  400: "INVALID_BODY",
  401: "INVALID_API_KEY",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  408: "REQUEST_TIMEOUT",
  413: "BODY_TOO_LONG",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};
