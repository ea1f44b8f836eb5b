import type { ValidationError } from "../json.js";
import type { RequestHeaders } from "./http.js";

/** What is known of a call before anything is checked. */
export interface CallStart<Operation extends string = string> {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly requestId: string;
  /** Absent: the path or the method doesn't exist. */
  readonly operation?: Operation;
  /** The path of the operation, with its parameters in braces. */
  readonly route?: string;
}

/** What came of a call. It has no values of bodies. */
export interface CallEnd {
  readonly status: number;
  /** The code of the error; absent: it succeeded, or a handler chose its own response. */
  readonly code?: string;
  /** Of the action that is called, once it is known. */
  readonly serviceType?: string;
  readonly action?: string;
  /** The result of `authenticate`. */
  readonly principal?: unknown;
  /** Milliseconds until the response was created, or until its stream ended. */
  readonly duration: number;
  /** The size of the body that the request announces; absent: unknown. */
  readonly requestBytes?: number;
  /** The size of the body of the response. */
  readonly responseBytes: number;
  /** Whether a handler returned what the contract doesn't allow. */
  readonly isInvalidResponse: boolean;
  /** Why; without values. */
  readonly problems?: readonly ValidationError[];
  /** Whether the caller left, or the stream broke off, before the end. */
  readonly isAborted: boolean;
}

/** What is learned of a call while it runs. */
export interface CallRecord {
  code?: string;
  isInvalidResponse?: boolean;
  problems?: readonly ValidationError[];
}
