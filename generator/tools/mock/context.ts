import type { JsonObject } from "../../document/json-value.js";
import type { LiveContract } from "../../live/live-contract.js";
import type { Resource } from "../../resources/resources.js";
import type { Samples } from "./samples.js";
import type { MockState } from "./state.js";

/** What all parts of a mock share. */
export interface MockContext {
  readonly contract: LiveContract;
  readonly resources: readonly Resource[];
  readonly samples: Samples;
  readonly state: MockState;
  /** Milliseconds from the start of something to its end. */
  readonly tempo: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The call of an operation, as the handler of a live server receives it. */
export interface OperationCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly principal: unknown;
  readonly service: object | undefined;
  readonly capabilities: (service: object, type?: string) => Promise<readonly object[]>;
}

/** The response of an operation's handler. */
export interface MockResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: unknown;
}

/** The members of an object, none for other values. */
export function membersOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
