import type { Server } from "./create-server.js";
import { type BodyReader, type RequestHeaders, type ServerRequest, joinChunks } from "./http.js";

/** A handler for what speaks fetch: Hono, Bun, Deno, Workers. */
export function toFetchHandler({ handle }: Pick<Server, "handle">): (request: Request) => Promise<Response> {
  return async (request) => {
    const incoming = new Incoming(request);
    const { status, headers, body } = await handle(incoming);
    incoming.discard();
    return new Response((body ?? null) as ConstructorParameters<typeof Response>[0], { status, headers });
  };
}

/** Touches no more of a request than is needed: most platforms make its parts when they are asked for. */
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
      if (request.bodyUsed) throw new TypeError("The body has been read before: give this handler the untouched request");
      this.#isRead = true;
      return readStream(request, limit);
    };
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** What nobody read is not worth receiving. */
  discard(): void {
    if (this.#isRead || this.method === "GET" || this.method === "HEAD") return;
    void this.#request.body?.cancel().catch(() => undefined);
  }
}

function headersOf({ headers }: Request): RequestHeaders {
  const found: Record<string, string> = {};
  // The one way that every library of types knows.
  headers.forEach((value, name) => (found[name] = value));
  return found;
}

/** Counts what comes: a `content-length` may be wrong, such as that of a body which was decompressed on the way. */
async function readStream({ body }: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return new Uint8Array(0);
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      void reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(next.value);
  }
  return joinChunks(chunks, size);
}
