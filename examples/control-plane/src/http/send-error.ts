import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** Sends an error as the API does. */
export function sendError(response: ServerResponse, status: number, error: string, headers?: OutgoingHttpHeaders): void {
  const body = JSON.stringify({ error });
  const content = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  // The rest of the request's body is not read.
  response.writeHead(status, { ...headers, ...content, connection: "close" }).end(body);
}
