import type { Checks } from "./checks.js";
import type { WrittenRequest } from "./request.js";
import type { Received } from "./response-view.js";

/** How a request is sent. */
export interface SendOptions {
  readonly checks: Checks;
  readonly signal: AbortSignal;
  /** Whether the browser's cookies are credentials of the call. */
  readonly hasCookies: boolean;
  /** Receives the response as it arrives. */
  show(received: Received): void;
}

/** Sends a request and shows the response while it arrives. Rejects if there is none. */
export async function send({ url, method, headers, body }: WrittenRequest, options: SendOptions): Promise<void> {
  const start = performance.now();
  const since = () => Math.round(performance.now() - start);
  const response = await fetch(url, {
    method,
    headers,
    body,
    redirect: "manual",
    credentials: options.hasCookies ? "include" : "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    signal: options.signal,
  });
  const { status, statusText } = response;
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  const isText =
    type === "" || /^text\/|[/+](?:json|xml|yaml|jsonl|ndjson|json-seq|javascript)$|x-www-form-urlencoded/.test(type);
  const received = { status, statusText, headers: response.headers, waited: since(), isText };
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  options.show({ ...received, text, size });
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
    size += part.value.length;
    if (isText) text += decoder.decode(part.value, { stream: true });
    options.show({ ...received, text, size });
  }
  const json = parse(text, type);
  const problems = response.type === "opaqueredirect" ? [] : options.checks.response(status, type, json);
  options.show({ ...received, text, size, took: since(), ...(json !== undefined && { json }), problems });
}

function parse(text: string, type: string): unknown {
  if (!/[/+]json$/.test(type)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
