/** A request as plain data; adapters create it from the objects of their platform. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query as sent: `/v1/projects/7?live=true`. */
  readonly url: string;
  /** Whether a framework has removed the prefix at which the API is mounted, as Express does. */
  readonly isBelowMount?: boolean;
  readonly headers: RequestHeaders;
  /** The number of headers sent with a name, if several are joined in `headers`; absent: the platform doesn't report it. */
  countHeaders?(name: string): number;
  readonly body?: RequestBody;
  /** Reads the body while it arrives, instead of `body`; absent: `body` has all bytes, or is a stream of them. */
  streamBody?(): AsyncIterable<Uint8Array>;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the client has disconnected; absent: `signal` tells. */
  readonly isAborted?: boolean;
}

/** Names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Bytes, a stream of them, or a function that reads them. */
export type RequestBody = Uint8Array | AsyncIterable<Uint8Array> | BodyReader;

/** Reads a whole body. Stops and returns `undefined` beyond `limit` bytes. Rejects if the body ends early. */
export type BodyReader = (limit: number) => Promise<Uint8Array | undefined>;

/** A response as plain data. For HEAD it has no body, but the `content-length` of the body of GET. */
export interface ServerResponse {
  readonly status: number;
  /** Names in lower case, values safe to send. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A body that is written while it is created. */
  readonly stream?: BodyStream;
}

/** A body that is written while it is created. Its receiver sends or cancels it. */
export interface BodyStream {
  /** Writes it to a response of `node:http`, no faster than the caller reads. */
  sendTo(target: StreamTarget): Promise<void>;
  /** Its content, of a body that is complete before it is sent. */
  readonly whole?: Blob;
  toWeb(): ReadableStream<Uint8Array>;
  /** Ends it early. */
  cancel(): void;
}

/** The part of `http.ServerResponse` that a stream uses. */
export interface StreamTarget {
  readonly destroyed: boolean;
  flushHeaders(): unknown;
  write(chunk: Uint8Array, onSent: () => void): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** Writes the chunks of a body. After an error of `next`, those before it still arrive. */
export async function sendChunks(target: StreamTarget, next: () => Promise<Uint8Array | undefined>): Promise<void> {
  let unsent = 0;
  let proceed = () => {};
  const something = () => new Promise<void>((resolve) => (proceed = resolve));
  const onSent = () => {
    unsent--;
    proceed();
  };
  target.on("close", () => proceed());
  target.flushHeaders();
  try {
    for (let chunk = await next(); chunk && !target.destroyed; chunk = await next()) {
      unsent++;
      const isFull = !target.write(chunk, onSent);
      while (isFull && unsent > 0 && !target.destroyed) await something();
    }
    target.end();
  } catch {
    while (unsent > 0 && !target.destroyed) await something();
    target.destroy();
  }
}

/** A server that adapters connect to a platform. */
export interface RequestHandler {
  /** Handles a request. The promise never rejects. */
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
}

/** The value of a header that was sent once; `undefined` if it was not sent, or as a list. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The token of `Authorization: Bearer <token>`; `undefined` if there is none or it isn't well-formed. */
export function bearerToken(headers: RequestHeaders): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headerOf(headers, "authorization") ?? "")?.[1];
}

/** A media type in lower case, without parameters. */
export interface MediaType {
  readonly essence: string;
  readonly charset: string | undefined;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const essence = new RegExp(`^(${token}/${token})[ \\t]*(?:;|$)`);

const charsetPattern = new RegExp(`;[ \\t]*charset=("?)(${token})\\1[ \\t]*(?:;|$)`, "i");

/** Reads a `content-type`; `undefined` if it is missing or malformed. */
export function parseMediaType(text: string | undefined): MediaType | undefined {
  if (text === "application/json") return json;
  const name = essence.exec(text ?? "")?.[1];
  return name === undefined
    ? undefined
    : { essence: name.toLowerCase(), charset: charsetPattern.exec(text!)?.[2]?.toLowerCase() };
}

/** Whether text in a charset is read as UTF-8, of which ASCII is a part; the default is UTF-8. */
export function isUtf8(charset: string | undefined): boolean {
  return charset === undefined || /^(?:utf-?8|(?:us-)?ascii)$/i.test(charset);
}

const json: MediaType = { essence: "application/json", charset: undefined };

/** Whether a media type falls into a range: `application/json`, `text/*`, anything, or the JSON in `application/*+json`. */
export function isInRange(type: string, range: string): boolean {
  const star = range.indexOf("*");
  if (star < 0) return range === type;
  return type.startsWith(range.slice(0, star)) && (!range.endsWith("+json") || isJsonType(type));
}

/** Whether its content is JSON; AWS has its own media type for it. */
export function isJsonType(type: string): boolean {
  return /^[^/]+\/(?:json|[^/;]+\+json|x-amz-json-\d\.\d)(?:[ \t]*;|$)/i.test(type);
}

/** Reads a whole body, unless it is larger than `limit` bytes: then `undefined`, and the rest stays unread. */
export function readBody(body: RequestBody | undefined, limit: number): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  if (body === undefined) return empty;
  if (typeof body === "function") return body(limit);
  if (body instanceof Uint8Array) return body.byteLength > limit ? undefined : body;
  return readStream(body, limit);
}

const empty = new Uint8Array(0);

async function readStream(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return joinChunks(chunks, size);
}

/** The bytes of several chunks in one piece; that of a single one as it is. */
export function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** The caller's `x-request-id` if it is plain and short, and no part of its credentials; else a new one. */
export function requestIdOf(headers: RequestHeaders): string {
  const given = headerOf(headers, "x-request-id");
  const isSecret = given && given.length > 7 && headerOf(headers, "authorization")?.includes(given);
  return given !== undefined && !isSecret && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : nextRequestId();
}

let start: string | undefined;

let count = 0;

/** Random once for each process, then counted: creating and sending a new UUID takes as long as finding the route. */
export function nextRequestId(): string {
  // Not at import, when some platforms have no random numbers yet.
  start ??= crypto.randomUUID().replaceAll("-", "").slice(-16);
  return `${start}-${++count}`;
}

/** A handler for platforms with fetch: Hono, Bun, Deno, Workers. */
export function toFetchHandler({ handle }: RequestHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const incoming = new Incoming(request);
    const { status, headers, body, stream } = await handle(incoming);
    incoming.discard();
    return new Response((stream?.toWeb() ?? body ?? null) as ConstructorParameters<typeof Response>[0], { status, headers });
  };
}

/** Reads only the required parts of a request: most platforms create them on access. */
class Incoming implements ServerRequest {
  readonly #request: Request;
  #isRead = false;
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: BodyReader;

  constructor(request: Request) {
    this.#request = request;
    this.method = request.method;
    this.url = request.url;
    this.headers = headersOf(request);
    this.body = (limit) => {
      this.#take();
      return readWebStream(request, limit);
    };
  }

  streamBody(): AsyncIterable<Uint8Array> {
    this.#take();
    return webChunks(this.#request);
  }

  #take(): void {
    if (this.#request.bodyUsed) throw new TypeError("The body was already read: pass the original request to this handler");
    this.#isRead = true;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** Receives a body that was not read. */
  discard(): void {
    if (this.#isRead || this.method === "GET" || this.method === "HEAD") return;
    const { body } = this.#request;
    if (body && !body.locked) void drain(body.getReader());
  }
}

function headersOf({ headers }: Request): RequestHeaders {
  const found: Record<string, string> = {};
  // The only form that every type library declares.
  headers.forEach((value, name) => (found[name] = value));
  return found;
}

/** The maximum time in milliseconds, and number of bytes, for which a client may continue to send after a response. */
export const lingerTime = 30_000;

export const lingerBytes = 67_108_864;

/** The time in milliseconds after which a client that no longer sends anything is disconnected. */
export const lingerSilence = 2_000;

/**
 * Receives the rest of a body within limits, and cancels what is beyond. Cancelling it at once would reset the connection on
 * platforms on top of `node:http`, and the client would lose the response.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const end = Date.now() + lingerTime;
  const cancel = () => void reader.cancel().catch(() => undefined);
  let timer = setTimeout(cancel, lingerSilence);
  try {
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(cancel, lingerSilence);
      size += next.value.byteLength;
      if (size > lingerBytes || Date.now() > end) break;
    }
  } catch {
    // The client is gone.
  }
  clearTimeout(timer);
  cancel();
}

/** The bytes as they arrive. Leaving the loop discards the rest. */
async function* webChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void drain(reader);
  }
}

/** Counts the bytes: a `content-length` may be wrong, such as that of a body that was decompressed on the way. */
async function readWebStream({ body }: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return new Uint8Array(0);
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      void drain(reader);
      return undefined;
    }
    chunks.push(next.value);
  }
  return joinChunks(chunks, size);
}
