import { once } from "node:events";
import http from "node:http";

/** A request that a server has begun to handle and can't complete, because half of its body is missing. */
export interface PendingRequest {
  /** Sends the rest and returns the status of the response. Rejects if the server has cut the connection. */
  complete(): Promise<number>;
}

/** Sends a JSON body up to its middle, as soon as the server has confirmed that it handles the request. */
export async function beginRequest(url: string, token: string, body: unknown): Promise<PendingRequest> {
  const bytes = Buffer.from(JSON.stringify(body));
  const middle = bytes.length >> 1;
  const request = http.request(url, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": bytes.length,
      expect: "100-continue",
    },
  });
  const response = once(request, "response") as Promise<[http.IncomingMessage]>;
  // Whether the connection was cut is asked later.
  response.catch(() => undefined);
  request.flushHeaders();
  await Promise.race([once(request, "continue"), response]);
  request.write(bytes.subarray(0, middle));
  return {
    async complete() {
      request.end(bytes.subarray(middle));
      const [message] = await response;
      message.resume();
      await once(message, "end");
      return message.statusCode!;
    },
  };
}
