import { type RequestHeaders, headerOf } from "./http.js";

/** The caller's `x-request-id` if it is plain and short, else a new one. */
export function requestIdOf(headers: RequestHeaders): string {
  const given = headerOf(headers, "x-request-id");
  return given !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : nextRequestId();
}

let start: string | undefined;

let count = 0;

/** Random once for each process, then counted: to make and send a new UUID takes as long as to find the route. */
export function nextRequestId(): string {
  // Not at import: some platforms have no random numbers then.
  start ??= crypto.randomUUID().slice(0, 18);
  return `${start}-${++count}`;
}
