/** The longest body that is read, in bytes: a server may send without an end. */
export const maxBody = 16 * 1024 * 1024;

/** Milliseconds until a stream is given up; what it has sent until then is not judged. */
const streamTime = 2_000;

/** Media types of responses that may have no end (RFC 2046, section 5.1; RFC 7464). */
const streams =
  /^(?:text\/event-stream|multipart\/|application\/(?:json-seq|jsonl|ndjson|x-ndjson|x-json-stream|stream\+json|[^;]*\+json-seq))/i;

/** Reads the body of a response; `undefined`: it has no end, or is longer than what is read. */
export async function readBody({ body, headers }: Response): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array(0);
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const isStream = streams.test(headers.get("content-type") ?? "");
  let isCut = false;
  const cut = () => {
    isCut = true;
    void reader.cancel().catch(() => undefined);
  };
  const timer = isStream ? setTimeout(cut, streamTime) : undefined;
  try {
    const chunks: Uint8Array[] = [];
    for (let length = 0; ;) {
      const { done, value } = await reader.read();
      if (isCut) return undefined;
      if (done) return new Uint8Array(Buffer.concat(chunks));
      chunks.push(value);
      length += value.byteLength;
      if (length > maxBody) cut();
    }
  } finally {
    clearTimeout(timer);
  }
}
