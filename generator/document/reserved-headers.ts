/** The elements of an OpenAPI document that describe these headers; parameters of these names are ignored. */
const described: ReadonlyMap<string, string> = new Map([
  ["accept", "the media types of the responses"],
  ["authorization", "security schemes"],
  ["content-type", "the media types of the request body"],
]);

/** Request headers that `fetch` sets itself, or rejects. */
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

/** Returns the element that describes a header in place of a parameter of its name; `undefined` for other headers. */
export function headerDescription(name: string): string | undefined {
  return described.get(name.toLowerCase());
}

/** Returns whether a header belongs to the connection: servers may read it, but clients can't set it. */
export function isTransportHeader(name: string): boolean {
  return transport.has(name.toLowerCase());
}
