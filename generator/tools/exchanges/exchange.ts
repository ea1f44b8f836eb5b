import { isInRange, isJsonType, parseMediaType } from "../../../templates/runtime/server/http.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { MediaType } from "../../model/contract.js";

/**
 * One call of an API and its response, or one of the two: what a fixture file contains. Names are those of the file format,
 * `schemas/fixture.schema.json`.
 */
export interface Exchange {
  /** An `operationId`. Not needed where service type and action are given. */
  readonly operation?: string;
  /** Not needed where `service` has a `type`. */
  readonly service_type?: string;
  readonly action?: string;
  /** The service that the call is about, as the API represents it. */
  readonly service?: JsonObject;
  readonly request?: ExchangeRequest;
  readonly response?: ExchangeResponse;
}

/** Values of parameters are what they are sent for: `live: true`; text is read as a server reads it. */
export interface ExchangeRequest {
  /** Path parameters; left out, the path is not checked. */
  readonly params?: Readonly<Record<string, JsonValue>>;
  readonly query?: Readonly<Record<string, JsonValue>>;
  readonly headers?: Readonly<Record<string, JsonValue>>;
  readonly cookies?: Readonly<Record<string, JsonValue>>;
  /** Left out: nothing is sent. */
  readonly body?: JsonValue;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, JsonValue>>;
  /** Left out: nothing is sent. */
  readonly body?: JsonValue;
}

/** The value of a header, whose name has no case; numbers and truth values are text. */
export function headerText(headers: Readonly<Record<string, JsonValue>> | undefined, name: string): string | undefined {
  const value = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  if (value === undefined || value === null || typeof value === "object") return undefined;
  return String(value);
}

/** The declared media type that a `content-type` falls into; without one, JSON or the first. */
export function findMediaType(content: readonly MediaType[], contentType: string | undefined): MediaType | undefined {
  if (contentType === undefined) return content.find(({ name }) => isJsonType(name)) ?? content[0];
  const sent = parseMediaType(contentType);
  if (!sent) return undefined;
  return content.find(({ name }) => isInRange(sent.essence, parseMediaType(name)?.essence ?? name.toLowerCase()));
}
