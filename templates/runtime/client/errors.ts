import type { ValidationError } from "../validators/guard.js";
import type { ClientResponse } from "./call.js";

/**
 * What can go wrong: the API answered with an error, there was no answer, not in time, or the caller gave the call up;
 * the call does not fit the contract and was not sent, or the answer does not fit it.
 */
export type ClientErrorName =
  | "ApiError"
  | "NetworkError"
  | "TimeoutError"
  | "AbortError"
  | "InvalidCallError"
  | "InvalidResponseError";

/** Why a call has no result; `name` tells the kinds apart. It never holds a token or a body, and has no cause. */
export class ClientError extends Error {
  override readonly name: ClientErrorName;
  /** The call that failed: `getService`, `postgres.add_ip`. */
  readonly call: string;
  /** What does not fit the contract, where validators found it. */
  declare readonly problems?: readonly ValidationError[];

  constructor(name: ClientErrorName, call: string, text: string, problems?: readonly ValidationError[]) {
    super(`${call} ${text}`);
    this.name = name;
    this.call = call;
    if (problems) this.problems = problems;
  }
}

/** Browsers hide the status of a redirect that they don't follow: theirs is 0. */
const redirects = [0, 301, 302, 303, 307, 308];

/** The API answered with an error, or with a redirect, which is never followed. */
export class ApiError<Code extends string = string> extends ClientError {
  /** HTTP status; 0 for a redirect in a browser, which hides the rest of it too. */
  readonly status: number;
  /** What the text begins with, if it has the form `code: explanation`: `entry_exists`, `action_unavailable`. */
  readonly code: Code | undefined;
  /** The `error` text of the answer; empty if it has none. */
  readonly text: string;
  /** By which the API's operators find the call in their logs. */
  readonly requestId: string | undefined;
  readonly #answer: ClientResponse;

  constructor(call: string, answer: ClientResponse) {
    const { error } = Object(answer.body) as { readonly error?: unknown };
    const text = typeof error === "string" ? error : "";
    const { status } = answer;
    const reason = redirects.includes(status) ? "redirects are not followed" : text;
    super("ApiError", call, `was answered ${status || "with a redirect"}${reason && `: ${reason}`}`);
    this.status = status;
    this.code = /^([a-z][\w.-]*): /.exec(text)?.[1] as Code | undefined;
    this.text = text;
    this.requestId = answer.headers.get("x-request-id") ?? undefined;
    this.#answer = answer;
  }

  get headers(): Headers {
    return this.#answer.headers;
  }

  /** The whole body of the answer, which printing the error does not show. */
  get body(): unknown {
    return this.#answer.body;
  }
}

/**
 * Whether the API refused a call for one of some reasons. The compiler checks the codes if it is told whose they are:
 * `hasCode<PostgresActions["add_ip"]["error"]>(error, "entry_exists")`.
 */
export function hasCode<Code extends string>(error: unknown, ...codes: readonly Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes as readonly unknown[]).includes(error.code);
}
