import type { Call } from "./call.js";
import type { SchemeOptions } from "./client-options.js";
import { setHeader } from "./set-header.js";

/** A request before it is sent. */
export interface Outgoing {
  url: string;
  readonly headers: Headers;
}

/**
 * Adds what shows who calls. Answers the token if it sent one; `refused` is one that the API did not accept.
 */
export type Authorize = (
  request: Outgoing,
  call: Call,
  options: SchemeOptions,
  refused: string | undefined,
) => Promise<string | undefined>;

/** Sends the token as `Authorization: Bearer <token>`, unless the operation needs none. */
export const authorizeBearer: Authorize = async ({ headers }, { route, name }, { token: source }, refused) => {
  if (route.security?.length === 0) return undefined;
  const token = typeof source === "function" ? await source(refused) : source;
  if (token !== undefined) setHeader(headers, "authorization", `Bearer ${token}`, name);
  return token;
};
