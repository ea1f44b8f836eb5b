import { isJsonType } from "../../../../templates/runtime/server/http.js";
import { own, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { ExchangeResponse } from "../exchange.js";

/** What a response of `fetch` has, whoever made it. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(visit: (value: string, name: string) => void): void };
  clone(): { text(): Promise<string> };
}

export function isFetchResponse(value: unknown): value is FetchResponse {
  if (typeof value !== "object" || value === null) return false;
  const { status, headers, clone } = value as Partial<FetchResponse>;
  return typeof status === "number" && typeof clone === "function" && typeof headers?.forEach === "function";
}

/** Reads a copy of a response, so that the test can still read it. */
export async function readResponse(response: FetchResponse): Promise<ExchangeResponse> {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => (headers[name] = value));
  const text = await response.clone().text();
  return { status: response.status, headers, ...readText(text, headers["content-type"]) };
}

/** A response as test clients have it: with `status` or `statusCode`, the body read already or still JSON text. */
export function readPlainResponse(response: JsonObject): ExchangeResponse {
  const status = own(response, "status") ?? own(response, "statusCode");
  if (typeof status !== "number") throw new TypeError("toMatchContract: the response has no status");
  const headers = (own(response, "headers") ?? {}) as Record<string, JsonValue>;
  const body = own(response, "body");
  const type = headers["content-type"];
  const read = typeof body === "string" ? readText(body, type) : body === undefined ? {} : { body };
  return { status, ...(Object.keys(headers).length > 0 && { headers }), ...read };
}

function readText(text: string, contentType: JsonValue | undefined): { readonly body?: JsonValue } {
  if (text === "") return {};
  if (typeof contentType !== "string" || !isJsonType(contentType)) return { body: text };
  try {
    return { body: JSON.parse(text) as JsonValue };
  } catch {
    // Text where JSON was announced is refused by any schema but one for texts.
    return { body: text };
  }
}
