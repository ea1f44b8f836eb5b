import { ClientError, type Fetch } from "../../../templates/runtime/client/call.js";

/** A `fetch` whose successes are rejected beyond a number of bytes; of errors that are longer the status is kept. */
export function limitResponses(send: Fetch, limit: number): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
    if (!response.body) return response;
    const declared = Number(response.headers.get("content-length") ?? 0);
    const read = declared > limit ? undefined : await readUpTo(response.body, limit);
    const { status, headers } = response;
    if (read) return new Response(read, { status, headers });
    if (declared > limit) await response.body.cancel().catch(() => undefined);
    if (!response.ok) return new Response(null, { status, headers });
    const size = declared > limit ? `${declared}` : `more than ${limit}`;
    const text = `returned ${size} bytes, and the limit is ${limit} (--max-response)`;
    throw new ClientError("InvalidResponseError", "the API", text);
  };
}

/** The bytes of a stream; `undefined`: there are more than the limit, and the stream is cancelled. */
async function readUpTo(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
