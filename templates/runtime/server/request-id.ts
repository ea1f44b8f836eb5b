import { headerOf, type RequestHeaders } from "./http.js";

/** The caller's `x-request-id` if it is plain and short, else a new one. */
export function requestIdOf(headers: RequestHeaders): string {
  const given = headerOf(headers, "x-request-id");
  return given !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : crypto.randomUUID();
}
