import type { Contract } from "../../../model/contract.js";

/** The response of a running server, or why there is none to check. Neither has the token in it. */
type Fetched = { readonly text: string } | { readonly reason: string };

interface FetchOptions {
  /** Sent to the host of the URL only: as bearer token, or as the API key that the contract asks for. */
  readonly token: string | undefined;
  /** The header of an API key. */
  readonly keyHeader?: string | undefined;
  /** For the whole exchange, redirects included. */
  readonly milliseconds: number;
}

const maxRedirects = 5;
const maxBytes = 8 * 1024 * 1024;

/** Fetches a service representation. The only code of the project that talks to a network, and only when it is asked to. */
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
      if (next === null) return response.status === 200 ? await readText(response) : { reason: `it answers ${response.status}` };
      await response.body?.cancel();
      url = new URL(next, url);
      if (url.origin !== origin) return { reason: "it redirects to another host, which gets no token" };
    }
    return { reason: `it redirects more than ${maxRedirects} times` };
  } catch (error) {
    return { reason: describe(error, milliseconds) };
  }
}

/** The header of the API key that the operations of a contract ask for; `undefined` where one of them takes a bearer token. */
export function keyHeaderOf({
  operations,
  securitySchemes,
}: Pick<Contract, "operations" | "securitySchemes">): string | undefined {
  const names = operations.flatMap(({ security }) => security.flatMap((requirement) => Object.keys(requirement)));
  const schemes = [...new Set(names)].flatMap((name) => securitySchemes.get(name) ?? []);
  if (schemes.some(({ type }) => type !== "apiKey")) return undefined;
  return schemes.find((scheme) => scheme.in === "header")?.parameter;
}

/** The address as it may be shown: without a query, which may hold tokens. */
export function shownAddress(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//");
}

function parseUrl(address: string): URL | string {
  if (!URL.canParse(address)) return "it is no URL";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "only http and https are spoken";
  return url.username === "" && url.password === "" ? url : "a URL must not hold a user name or password";
}

async function readText(response: Response): Promise<Fetched> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return { reason: `it answers more than ${maxBytes} bytes` };
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString("utf8") };
}

/** The codes of the system; other messages may repeat what was sent. */
function describe(error: unknown, milliseconds: number): string {
  if (error instanceof Error && error.name === "TimeoutError") return `it does not answer within ${milliseconds / 1000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return code === undefined ? "the request failed" : `the request failed (${code})`;
}
