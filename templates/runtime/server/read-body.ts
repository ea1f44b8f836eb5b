import type { RequestBody } from "./http.js";

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
