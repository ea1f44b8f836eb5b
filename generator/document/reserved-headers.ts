/** What describes these headers in an OpenAPI document, which wants parameters of their names ignored. */
const described: ReadonlyMap<string, string> = new Map([
  ["accept", "the media types of the responses"],
  ["authorization", "security schemes"],
  ["content-type", "the media types of the request body"],
]);

/** Headers of requests that `fetch` sets itself, or rejects. */
const transport = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What describes a header in place of a parameter of its name, in words; `undefined` where a parameter does. */
export function headerDescription(name: string): string | undefined {
  return described.get(name.toLowerCase());
}

/** Whether a header belongs to the connection: servers may read it, but no client can choose it. */
export function isTransportHeader(name: string): boolean {
  return transport.has(name.toLowerCase());
}
