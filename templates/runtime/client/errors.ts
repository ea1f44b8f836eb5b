import type { ErrorDetail as SentDetail } from "../error-shape.js";
import type { ValidationError } from "../validators/guard.js";
import type { ClientResponse } from "./call.js";

/** One thing that is wrong with a request. */
export interface ErrorDetail extends Omit<SentDetail, "pointer"> {
  /** JSON pointer of the failing field in the body; name of the parameter. Absent: the contract's errors don't name it. */
  readonly pointer?: string;
}

/**
 * The kinds of failure: an error response, no response, a timeout, an abort by the caller, an invalid call, which is not
 * sent, or an invalid response.
 */
export type ClientErrorName =
  | "ApiError"
  | "NetworkError"
  | "TimeoutError"
  | "AbortError"
  | "InvalidCallError"
  | "InvalidResponseError";

/** Why a call has no result; `name` tells the kinds apart. It never shows a token or a body, and has no cause. */
export class ClientError extends Error {
  declare readonly name: ClientErrorName;
  /** The call that failed: `getService`, `postgres.add_ip`. */
  declare readonly call: string;
  /** The errors of validators, if they found the call or the response invalid. */
  declare readonly problems?: readonly ValidationError[];

  constructor(name: ClientErrorName, call: string, text: string) {
    super(`${call} ${text}`);
    this.name = name;
    this.call = call;
  }
}

/** What the body of an error says. */
export interface ErrorFacts {
  /** What the message of the error ends with. */
  readonly reason: string;
  readonly known: Partial<Pick<ApiError, "code" | "text" | "details" | "requestId">>;
}

/** Reads the errors of a contract. */
export type ReadError = (response: ClientResponse) => ErrorFacts;

/** How much of what a server says an error repeats in its message. */
const maxReason = 300;

/** An error response of the API, or a redirect, which is never followed. */
export class ApiError<Code extends string = string, Body = unknown> extends ClientError {
  /** HTTP status; 0 for a redirect in a browser, which hides the rest of it too. */
  declare readonly status: number;
  /** What went wrong, as the contract names it: `entry_exists`, `action_unavailable`. */
  declare readonly code: Code | undefined;
  /** The explanation in the response, the code before it where the contract has both in one text; empty if it has none. */
  declare readonly text: string;
  /** What is wrong with the fields of a request, where the contract's errors have room for it. */
  declare readonly details?: readonly ErrorDetail[];
  /** The id of the call in the logs of the API's operators. */
  declare readonly requestId: string | undefined;
  readonly #response: ClientResponse;

  /** Without `facts`, it reads bodies of the form `{ "error": "code: explanation" }`. */
  constructor(call: string, response: ClientResponse, facts?: ErrorFacts) {
    const { error } = Object(response.body) as { readonly error?: unknown };
    const text = typeof error === "string" ? error : "";
    const { status } = response;
    // Browsers hide the status of a redirect that they don't follow: theirs is 0.
    const reason = /^(0|30[12378])$/.test(`${status}`) ? "redirects are not followed" : (facts?.reason ?? text);
    const shown = reason && `: ${reason.slice(0, maxReason).replace(/\p{Cc}+/gu, " ")}`;
    super("ApiError", call, `was answered ${status || "with a redirect"}${shown}`);
    const requestId = response.headers.get("x-request-id") ?? undefined;
    Object.assign(this, { status, code: /^([a-z][\w.-]*): /.exec(text)?.[1], text, requestId }, facts?.known);
    this.#response = response;
  }

  get headers(): Headers {
    return this.#response.headers;
  }

  /** The whole body of the response, which printing the error does not show. */
  get body(): Body {
    return this.#response.body as Body;
  }
}

/**
 * Whether the API rejected a call with one of these codes. The compiler checks the codes if their type is given:
 * `hasCode<PostgresActions["add_ip"]["error"]>(error, "entry_exists")`.
 */
export function hasCode<Code extends string>(error: unknown, ...codes: readonly Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes as readonly unknown[]).includes(error.code);
}
