import { type ErrorShape, defaultErrorShape } from "../facts.js";
import { type WriteErrorBody, errorBody, plainError } from "./errors.js";
import {
  type BodyReader,
  type RequestHandler,
  type RequestHeaders,
  type ServerRequest,
  type ServerResponse,
  type StreamTarget,
  joinChunks,
  lingerBytes,
  lingerSilence,
  lingerTime,
  nextRequestId,
} from "./http.js";

/** The part of `http.IncomingMessage` that the listener uses. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express keeps the whole URL here, where `url` lacks the prefix of a mounted handler. */
  readonly originalUrl?: string;
  readonly headers: RequestHeaders;
  /** Alternating names and values, as sent. */
  readonly rawHeaders?: readonly string[];
  /** Whether everything has arrived. */
  readonly complete: boolean;
  readonly httpVersionMajor?: number;
  /** Whether the client has left before the end; absent: the platform doesn't tell. */
  readonly aborted?: boolean;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  readonly socket?: NodeSocket | null;
  /** Absent: bodies can't be read while they arrive. */
  iterator?(options: { readonly destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  destroy(): unknown;
}

/** The part of `http.ServerResponse` that the listener uses. */
export interface NodeResponse extends StreamTarget {
  readonly writableFinished: boolean;
  /** Of HTTP/2. */
  readonly stream?: { readonly destroyed: boolean; readonly aborted: boolean };
  /** Of HTTP/2. */
  readonly writableEnded?: boolean;
  on(event: "close" | "socket", listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body?: string | Uint8Array): unknown;
}

/**
 * A request listener for `http.createServer` and frameworks that accept one, such as Express and Fastify. It reads the body
 * itself: don't use body parsers. Register `respondToClientError` on the same server.
 */
export function toNodeHandler({ handle }: RequestHandler): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    if (request.httpVersionMajor === 2) describeEnd(response);
    if (isQueued(request, response)) await new Promise<void>((resolve) => response.on("socket", resolve));
    const result = await handle(new Incoming(request, response));
    if (response.destroyed) return result.stream?.cancel();
    send(response, request.complete ? result : respondEarly(request, result));
    if (result.stream) await result.stream.sendTo(response);
  };
}

/** Node.js doesn't say of responses by HTTP/2 that they are destroyed, and says of all that end that they are finished. */
function describeEnd(response: NodeResponse): void {
  Object.defineProperties(response, {
    destroyed: { get: () => response.stream!.destroyed || response.stream!.aborted },
    writableFinished: { get: () => response.writableEnded },
  });
}

/**
 * Whether an earlier response still has the connection. Pipelined requests are handled one after the other, as unsafe ones must be;
 * those that still wait when the connection closes are never handled, since Node.js doesn't notify their responses.
 */
function isQueued(request: NodeRequest, response: NodeResponse): boolean {
  const { _httpMessage: current } = (request.socket ?? {}) as { _httpMessage?: unknown };
  return current !== undefined && current !== null && current !== response;
}

class Incoming implements ServerRequest {
  readonly #rawHeaders: readonly string[];
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  readonly method: string;
  readonly url: string;
  readonly isBelowMount: boolean;
  readonly headers: RequestHeaders;
  readonly body: BodyReader;
  #controller: AbortController | undefined;

  constructor(request: NodeRequest, response: NodeResponse) {
    this.#request = request;
    this.#response = response;
    this.method = request.method ?? "GET";
    this.url = request.url ?? "/";
    this.isBelowMount = request.originalUrl !== undefined && request.originalUrl !== request.url;
    this.headers = request.headers;
    this.#rawHeaders = request.rawHeaders ?? [];
    this.body = (limit) => readBody(request, limit);
  }

  streamBody(): AsyncIterable<Uint8Array> {
    const request = this.#request;
    if (request.readableEnded || !request.iterator) throw new TypeError(bodyReadBefore);
    // A response can still be sent to the sender of an invalid item.
    return request.iterator({ destroyOnReturn: false });
  }

  countHeaders(name: string): number {
    return this.#rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
  }

  /** Created on access: most handlers never use it. */
  get signal(): AbortSignal {
    return (this.#controller ??= watch(this.#response)).signal;
  }

  get isAborted(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }
}

const bodyReadBefore = "The body was already read: don't use body parsers on this route";

function watch(response: NodeResponse): AbortController {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.on("close", abort);
  return controller;
}

const endedEarly = "The body ended early";

function readBody(request: NodeRequest, limit: number): Promise<Uint8Array | undefined> {
  if (request.readableEnded) throw new TypeError(bodyReadBefore);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const breakOff = () => {
      // Each request is closed in the end, and an error costs a stack trace.
      if (!request.readableEnded && size <= limit) reject(new Error(endedEarly));
    };
    if (request.destroyed) breakOff();
    request.on("data", (chunk) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => {
      // By HTTP/2, a body that was broken off ends like a whole one.
      if (request.aborted === true) reject(new Error(endedEarly));
      else if (size <= limit) resolve(joinChunks(chunks, size));
    });
    request.on("error", breakOff);
    request.on("close", breakOff);
  });
}

/** The maximum size of an unread body that is received so that the connection can be reused. */
const shortBody = 262_144;

/** Prepares the connection for a response to a request whose body has not arrived, and that may not have been read. */
function respondEarly(request: NodeRequest, result: ServerResponse): ServerResponse {
  const { headers, socket } = request;
  const isLong = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > shortBody;
  if (!isLong || !socket || request.httpVersionMajor === 2) {
    discard(request);
    return result;
  }
  // Node.js calls this after the last response. Closing at once would reset the connection, and the client lose the response.
  socket.destroySoon = () => closeInStages(socket);
  socket.on("close", () => request.destroy());
  // Bytes that arrive before the response is complete.
  request.on("data", () => undefined);
  return { ...result, headers: { ...result.headers, connection: "close" } };
}

/** Receives the rest of a request, or disconnects a client that sends nothing for too long. */
function discard(request: NodeRequest): void {
  const timer = setTimeout(() => request.destroy(), lingerTime);
  request.on("data", () => undefined);
  request.on("close", () => clearTimeout(timer));
  request.on("end", () => clearTimeout(timer));
}

/**
 * Closes a connection after its last response as RFC 9112, section 9.6, describes: ends this side, and receives what is still
 * sent, within limits. It is no longer read as requests.
 */
function closeInStages(socket: NodeSocket, lastText = ""): void {
  let received = 0;
  const destroy = () => void socket.destroy();
  const whole = setTimeout(destroy, lingerTime);
  let silence = setTimeout(destroy, lingerSilence);
  const receive = (chunk: Uint8Array) => {
    received += chunk.byteLength;
    if (received > lingerBytes) return destroy();
    clearTimeout(silence);
    silence = setTimeout(destroy, lingerSilence);
  };
  // Once Node.js reads from the connection again: it doesn't after the parser of requests is gone.
  socket.pause();
  socket.on("resume", () => {
    socket.removeAllListeners("data");
    socket.on("data", receive);
  });
  socket.on("close", () => {
    clearTimeout(whole);
    clearTimeout(silence);
  });
  socket.on("error", () => undefined);
  socket.end(lastText);
  socket.resume();
}

declare const Buffer: { byteLength(text: string): number };

function send(response: NodeResponse, { status, headers, body, stream }: ServerResponse): void {
  if (body === undefined) {
    response.writeHead(status, headers);
    if (!stream) response.end();
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  response.writeHead(status, { "content-length": length, ...headers });
  response.end(body);
}

/** The part of a connection that the adapter uses. */
export interface NodeSocket {
  readonly writable: boolean;
  readonly writableLength: number;
  /** Absent on platforms that only imitate Node.js. */
  destroySoon?: () => unknown;
  end(text: string): unknown;
  destroy(): unknown;
  pause(): unknown;
  resume(): unknown;
  isPaused(): boolean;
  removeAllListeners(event: "data"): unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "close" | "error" | "resume", listener: () => void): unknown;
}

/** A listener for `clientError`. */
export type ClientErrorListener = (error: { readonly code?: string }, socket: NodeSocket) => void;

/** A listener for `clientError`: requests that are not HTTP get an error body like all others. */
export const respondToClientError: ClientErrorListener = createListener(defaultErrorShape, (_, { code, message }) =>
  plainError(code, message),
);

/** `respondToClientError` for a contract with a shape of errors. */
export function createClientErrorListener(shape: ErrorShape): ClientErrorListener {
  return createListener(shape, errorBody);
}

function createListener(shape: ErrorShape, write: WriteErrorBody): ClientErrorListener {
  return (error, socket) => {
    const { _httpMessage: response } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
    if (!socket.writable || response?.headersSent === true) {
      socket.destroy();
      return;
    }
    const [status, reason, code, message] = clientErrors[error.code ?? ""] ?? clientErrors["HPE"]!;
    const requestId = nextRequestId();
    const body = JSON.stringify(write(shape, { status, code, message, requestId }));
    const headers = [
      "connection: close",
      `content-type: ${shape.mediaType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...(shape.requestId === undefined ? [] : [`x-request-id: ${requestId}`]),
    ];
    closeInStages(socket, `HTTP/1.1 ${status} ${reason}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
  };
}

const clientErrors: Readonly<Record<string, readonly [status: number, reason: string, code: string, message: string]>> = {
  HPE: [400, "Bad Request", "invalid_request", "The request is not HTTP."],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "headers_too_large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "request_timeout", "The request took too long."],
};

/** The part of `http.Server` and `https.Server` that is limited. */
export interface NodeServer {
  maxConnections: number;
  headersTimeout: number;
  requestTimeout: number;
  setTimeout(milliseconds: number, listener: (socket: NodeSocket) => void): unknown;
}

/** Limits of the connections of a server; times in milliseconds. */
export interface ConnectionLimits {
  /** Further connections are closed at once; default: 10,000. */
  readonly maxConnections?: number | undefined;
  /** The maximum time for the headers of a request, and before the first; default: 20,000. */
  readonly headersTimeout?: number | undefined;
  /** The maximum time for a whole request; default: 300,000. */
  readonly requestTimeout?: number | undefined;
  /** The time after which a client that neither sends nor reads is disconnected; default: 30,000. Handlers may take longer. */
  readonly idleTimeout?: number | undefined;
}

/** Limits the number of connections and the time for which clients can keep them without making progress. */
export function limitConnections<Server extends NodeServer>(server: Server, limits: ConnectionLimits = {}): Server {
  const { maxConnections = 10_000, headersTimeout = 20_000, requestTimeout = 300_000, idleTimeout = 30_000 } = limits;
  Object.assign(server, { maxConnections, headersTimeout, requestTimeout });
  server.setTimeout(idleTimeout, (socket) => {
    if (!waitsForServer(socket)) socket.destroy();
  });
  return server;
}

/** Whether a silent client waits for a response, or for the server to read more of a body. */
function waitsForServer(socket: NodeSocket): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: { readonly req?: NodeRequest } | null };
  if (!response || socket.writableLength > 0) return false;
  return response.req?.complete === true || socket.isPaused();
}
