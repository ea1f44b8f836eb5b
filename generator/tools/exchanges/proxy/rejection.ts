import type { IncomingMessage } from "node:http";
import { findAmbiguity, valuesOf } from "./headers.js";

/** Why a request is not forwarded. */
export type Rejection = readonly [status: number, code: string, message: string];

/** Returns why a request can't be forwarded at all. `target` is empty if it has none; `name` is the proxy's. */
export function findRejection(
  { rawHeaders, httpVersion, method, url }: IncomingMessage,
  target: string,
  name: string,
): Rejection | undefined {
  const ambiguity = findAmbiguity(rawHeaders, httpVersion);
  if (ambiguity !== undefined) return [400, "invalid_request", `The request has ${ambiguity}.`];
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return [400, "invalid_request", "The request has no version of HTTP/1."];
  if (target === "" && !(url === "*" && method === "OPTIONS")) return [400, "invalid_request", "The request has no valid path."];
  if (valuesOf(rawHeaders, "host").length > 1) return [400, "invalid_request", "The request has several hosts."];
  const isLoop = valuesOf(rawHeaders, "via").some((via) => via.includes(name));
  return isLoop ? [508, "loop_detected", "The API leads back to this proxy."] : undefined;
}
