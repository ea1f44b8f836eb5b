import { ClientError, type Fetch } from "../client/call.js";

/** A `fetch` whose successes are rejected beyond a number of bytes; longer errors are cut, so that their status is known. */
export function limitResponses(send: Fetch, limit: number): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
    const { status, headers, body, ok } = response;
    if (!body) return response;
    const tooLong = (size: string) => {
      const text = `returned ${size} bytes, and the limit is ${limit} (--max-response)`;
      return new ClientError("InvalidResponseError", "the API", text);
    };
    const declared = Number(headers.get("content-length") ?? 0);
    if (ok && declared > limit) {
      await body.cancel().catch(() => undefined);
      throw tooLong(String(declared));
    }
    let size = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= limit) controller.enqueue(chunk);
        else if (ok) controller.error(tooLong(`more than ${limit}`));
        else controller.terminate();
      },
    });
    return new Response(body.pipeThrough(counted), { status, headers });
  };
}
