/** Headers as they are sent: alternating names and values, with their case, order and repetitions. */
export type RawHeaders = readonly string[];

/** Headers of one connection (RFC 9110, section 7.6.1); `connection` names further ones. */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-authentication-info",
  "te",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
]);

/** Headers that must not become hop-by-hop because a client says so: the framing, or what the receiver decides by. */
const endToEnd: ReadonlySet<string> = new Set(["content-length", "content-type", "host", "cache-control", "authorization"]);

/** Returns the headers without those of the connection that they came on. */
export function withoutHopByHop(raw: RawHeaders): string[] {
  const named = valuesOf(raw, "connection").flatMap((value) => value.split(",").map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...hopByHop, ...named.filter((name) => !endToEnd.has(name))]);
  return filterHeaders(raw, (name) => !dropped.has(name));
}

/** Fields that trailers must not have (RFC 9110, section 6.5.1), as their receiver could take them for headers. */
const neverTrailers: ReadonlySet<string> = new Set([
  ...hopByHop,
  ...endToEnd,
  "content-encoding",
  "content-range",
  "trailer",
  "set-cookie",
  "expect",
]);

/** Returns the pairs of a message's trailers that may be passed on. */
export function trailerPairs(raw: RawHeaders): [string, string][] {
  return pairsOf(raw).filter(([name]) => !neverTrailers.has(name.toLowerCase()));
}

/** Returns the headers whose names in lower case pass a test. */
export function filterHeaders(raw: RawHeaders, isKept: (name: string) => boolean): string[] {
  return pairsOf(raw).flatMap(([name, value]) => (isKept(name.toLowerCase()) ? [name, value] : []));
}

/** Returns the names and values of headers. */
export function pairsOf(raw: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index]!, raw[index + 1]!]);
  return pairs;
}

/** Returns the values of all headers of a name in lower case. */
export function valuesOf(raw: RawHeaders, name: string): string[] {
  return pairsOf(raw).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

/**
 * Returns why a message's framing is ambiguous; two receivers could find different ends of its body. Node's parser rejects most
 * of these; the check doesn't depend on it.
 */
export function findAmbiguity(raw: RawHeaders, httpVersion: string): string | undefined {
  const lengths = valuesOf(raw, "content-length");
  const codings = valuesOf(raw, "transfer-encoding");
  if (lengths.length > 1) return "several content-length headers";
  if (codings.length > 1) return "several transfer-encoding headers";
  if (codings.length > 0 && httpVersion !== "1.1") return "a transfer-encoding, which its version of HTTP doesn't have";
  if (lengths.length > 0 && codings.length > 0) return "both content-length and transfer-encoding";
  if (lengths[0] !== undefined && !/^\d{1,15}$/.test(lengths[0])) return "a content-length that is no number";
  if (codings[0] !== undefined && codings[0].trim().toLowerCase() !== "chunked") return "a transfer-encoding other than chunked";
  return undefined;
}

/** Returns headers by their names in lower case; several of one name are joined as one list. */
export function joinHeaders(raw: RawHeaders): Readonly<Record<string, string>> {
  const joined: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [written, value] of pairsOf(raw)) {
    const name = written.toLowerCase();
    const before = joined[name];
    joined[name] = before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`;
  }
  return joined;
}

/** Returns the first line of a response and its headers, as bytes. */
export function messageHead(status: number, text: string, headers: RawHeaders): Buffer {
  return Buffer.from(`HTTP/1.1 ${status} ${text}\r\n${headerLines(headers)}\r\n`, "latin1");
}

/** Returns headers as lines. Their values were parsed as headers, so they have no line ends. */
export function headerLines(headers: RawHeaders): string {
  return pairsOf(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
