import type { Contract } from "../../../model/contract.js";

/** The response of a running server, or the reason why there is none. Neither contains the token. */
type Fetched = { readonly text: string } | { readonly reason: string };

interface FetchOptions {
  /** Sent only to the host of the URL: as a bearer token, or as the API key that the contract requires. */
  readonly token: string | undefined;
  /** The header of an API key. */
  readonly keyHeader?: string | undefined;
  /** For the whole request, redirects included. */
  readonly milliseconds: number;
}

const maxRedirects = 5;
const maxBytes = 8 * 1024 * 1024;

/** Fetches a service representation. This is the project's only code that accesses the network, and only on request. */
export async function fetchRepresentation(address: string, { token, keyHeader, milliseconds }: FetchOptions): Promise<Fetched> {
  let url = parseUrl(address);
  if (typeof url === "string") return { reason: url };
  const { origin } = url;
  const signal = AbortSignal.timeout(milliseconds);
  const credential =
    token === undefined ? {} : keyHeader === undefined ? { authorization: `Bearer ${token}` } : { [keyHeader]: token };
  const headers: Record<string, string> = { accept: "application/json", ...credential };
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response: Response = await fetch(url, { headers, redirect: "manual", signal });
      const next = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (next === null)
        return response.status === 200
          ? withoutToken(await readText(response), token)
          : { reason: `the response status is ${response.status}` };
      await response.body?.cancel();
      url = new URL(next, url);
      if (url.origin !== origin) return { reason: "it redirects to another host, which must not receive the token" };
    }
    return { reason: `it exceeds the limit of ${maxRedirects} redirects` };
  } catch (error) {
    return { reason: describe(error, milliseconds) };
  }
}

/** Returns the header of the API key that operations require, or `undefined` if one of them accepts a bearer token. */
export function keyHeaderOf({
  operations,
  securitySchemes,
}: Pick<Contract, "operations" | "securitySchemes">): string | undefined {
  const names = operations.flatMap(({ security }) => security.flatMap((requirement) => Object.keys(requirement)));
  const schemes = [...new Set(names)].flatMap((name) => securitySchemes.get(name) ?? []);
  if (schemes.some(({ type }) => type !== "apiKey")) return undefined;
  return schemes.find((scheme) => scheme.in === "header")?.parameter;
}

/** Returns the address for messages: without its query, which may contain tokens. */
export function displayAddress(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//");
}

function parseUrl(address: string): URL | string {
  if (!URL.canParse(address)) return "invalid URL";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "only http and https are supported";
  return url.username === "" && url.password === "" ? url : "a URL must not contain a user name or password";
}

async function readText({ body }: Response): Promise<Fetched> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  // Not for await: some versions of the DOM's types don't declare that streams are iterable.
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      void reader?.cancel().catch(() => undefined);
      return { reason: `the response exceeds the limit of ${maxBytes} bytes` };
    }
    chunks.push(read.value);
  }
  return { text: Buffer.concat(chunks).toString("utf8") };
}

/** A server may repeat the token, and problems print lines. Shorter ones would match parts of words. */
function withoutToken(fetched: Fetched, token: string | undefined): Fetched {
  if (!("text" in fetched) || token === undefined || token.length < 4) return fetched;
  return { text: fetched.text.replaceAll(token, "[redacted]") };
}

/** Uses system error codes; other messages may repeat what was sent. */
function describe(error: unknown, milliseconds: number): string {
  if (error instanceof Error && error.name === "TimeoutError") return `no response within ${milliseconds / 1000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return code === undefined ? "the request failed" : `the request failed (${code})`;
}
