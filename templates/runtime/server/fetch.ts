import type { Server } from "./create-server.js";
import type { RequestHeaders } from "./http.js";
import { joinChunks } from "./read-body.js";

/** A handler for what speaks fetch: Hono, Bun, Deno, Workers. */
export function toFetchHandler({ handle }: Pick<Server, "handle">): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await handle({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers) as RequestHeaders,
      body: (limit) => readBody(request, limit),
      get signal() {
        return request.signal;
      },
    });
    // What nobody read is not worth sending.
    if (request.body && !request.bodyUsed) void request.body.cancel().catch(() => undefined);
    return new Response((body ?? null) as BodyInit | null, { status, headers });
  };
}

function readBody({ body, bodyUsed }: Request, limit: number): Promise<Uint8Array | undefined> {
  if (bodyUsed) throw new TypeError("The body has been read before: give this handler the untouched request");
  return body ? readStream(body, limit) : Promise.resolve(new Uint8Array(0));
}

async function readStream(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
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
