import { isInRange, isJsonType, parseMediaType } from "../../../templates/runtime/server/http.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { essenceOf } from "../../document/media-kind.js";
import type { MediaType } from "../../model/contract.js";

/**
 * An API call and its response, or one of the two: the content of a fixture file. The names are those of the file format,
 * `schemas/fixture.schema.json`.
 */
export interface Exchange {
  /** An `operationId`. Optional if service type and action are given. */
  readonly operation?: string;
  /** Optional if `service` has a `type`. */
  readonly service_type?: string;
  readonly action?: string;
  /** The service that the call targets, in the API's representation. */
  readonly service?: JsonObject;
  readonly request?: ExchangeRequest;
  readonly response?: ExchangeResponse;
}

/** Parameters have the values that they represent: `live: true`; text is parsed as a server would parse it. */
export interface ExchangeRequest {
  /** Path parameters; if absent, the path is not validated. */
  readonly params?: Readonly<Record<string, JsonValue>>;
  readonly query?: Readonly<Record<string, JsonValue>>;
  /** The value of the whole query string, if the contract describes it as one parameter. */
  readonly querystring?: JsonValue;
  readonly headers?: Readonly<Record<string, JsonValue>>;
  readonly cookies?: Readonly<Record<string, JsonValue>>;
  /** Absent if no body is sent. */
  readonly body?: JsonValue;
}

/** Statuses whose responses have no body, whatever a document or a recorder says (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export const bodylessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

export interface ExchangeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, JsonValue>>;
  /** Absent if no body is sent. */
  readonly body?: JsonValue;
}

/** Returns the value of a header as text. Header names are case-insensitive. */
export function headerText(headers: Readonly<Record<string, JsonValue>> | undefined, name: string): string | undefined {
  const value = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  if (value === undefined || value === null || typeof value === "object") return undefined;
  return String(value);
}

/** Returns whether a body is JSON: below a range of JSON, a response may also have another media type. */
export function isSentAsJson({ kind }: MediaType, contentType: string | undefined): boolean {
  return kind === "json" && (contentType === undefined || isJsonType(contentType));
}

/** Returns the declared media type that covers a `content-type`; without one, JSON or the first. */
export function findMediaType(content: readonly MediaType[], contentType: string | undefined): MediaType | undefined {
  if (contentType === undefined) return content.find(({ kind }) => kind === "json") ?? content[0];
  const sent = parseMediaType(contentType);
  return sent && content.find(({ name }) => isInRange(sent.essence, essenceOf(name)));
}
