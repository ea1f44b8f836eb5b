import type { ClientResponse, Call } from "./call.js";
import type { ClientOptions } from "./client-options.js";
import { ClientError } from "./errors.js";
import type { ReadBody } from "./read-json.js";
import { limitTime } from "./time-limit.js";

/** Sends one request and reads the whole answer, whatever its status. Rejects where there is none. */
export async function exchange(
  call: Call,
  { fetch = globalThis.fetch, timeout = 60_000 }: ClientOptions,
  url: string,
  init: RequestInit,
  readBody: (response: Response) => ReturnType<ReadBody>,
): Promise<ClientResponse> {
  const { name, options: own } = call;
  const limit = limitTime(own.timeout ?? timeout, own.signal);
  try {
    const response = await fetch(url, { ...init, signal: limit.signal });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  } catch (error) {
    throw error instanceof ClientError ? error : explain(error, name, limit.ended());
  } finally {
    limit.clear();
  }
}

const endings = { TimeoutError: "was not answered in time", AbortError: "was given up by its caller" };

/** Only a code such as `ECONNREFUSED` is taken from what was thrown: its message may show headers or the answer. */
function explain(error: unknown, name: string, ended: keyof typeof endings | undefined): ClientError {
  if (ended) return new ClientError(ended, name, endings[ended]);
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  const reason = cause?.code ?? code;
  return new ClientError("NetworkError", name, `got no answer${typeof reason === "string" ? `: ${reason}` : ""}`);
}
