import type { CallResponse } from "./call.js";
import type { ServerResponse } from "./http.js";
import type { Rejection } from "./rejection.js";

/** What a response needs to know of its request. */
export interface ResponseContext {
  readonly requestId: string;
  readonly isHead: boolean;
  /** Whether nobody may keep the answer. */
  readonly isSecret: boolean;
}

/** Makes the response of an answer or a rejection. Throws if a header that the application gave can't be sent. */
export function respond(outcome: CallResponse | Rejection, context: ResponseContext): ServerResponse {
  const { status } = outcome;
  const isRejection = "code" in outcome;
  const body = isRejection ? errorBody(outcome) : outcome.body;
  const contentType = isRejection ? "application/json" : outcome.contentType;
  const headers: Record<string, string> = { "x-request-id": context.requestId, "x-content-type-options": "nosniff" };
  if (contentType !== undefined) {
    if (!sendable.test(contentType)) throw new TypeError("The answer has a content type that can't be sent");
    headers["content-type"] = contentType;
  }
  if (context.isSecret) headers["cache-control"] = "no-store";
  if (outcome.headers) addHeaders(headers, outcome.headers);
  if (body === undefined) return { status, headers };
  if (!context.isHead) return { status, headers, body };
  headers["content-length"] = String(typeof body === "string" ? new TextEncoder().encode(body).byteLength : body.byteLength);
  return { status, headers };
}

function errorBody({ code, text }: Rejection): string {
  return JSON.stringify({ error: `${code}: ${text}` });
}

/** What the server says about the message itself; an application that said otherwise would break it. */
const reserved = new Set([
  "connection",
  "content-length",
  "content-type",
  "transfer-encoding",
  "x-request-id",
  "x-content-type-options",
]);

const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

function addHeaders(headers: Record<string, string>, given: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (reserved.has(key) || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(key))
      throw new TypeError("The answer has a header that handlers can't set");
    if (typeof value !== "string" || !sendable.test(value))
      throw new TypeError(`The answer's header ${key} has a value that can't be sent`);
    if (key === "cache-control" && headers[key] !== undefined) continue;
    headers[key] = value;
  }
}
