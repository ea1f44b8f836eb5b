import type { ValidationError } from "../validators/guard.js";
import type { ClientResponse } from "./call.js";

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

/** Why a call has no result; `name` tells the kinds apart. It never holds a token or a body, and has no cause. */
export class ClientError extends Error {
  declare readonly name: ClientErrorName;
  /** The call that failed: `getService`, `postgres.add_ip`. */
  declare readonly call: string;
  /** The errors of validators, if they found the call or the response invalid. */
  declare readonly problems?: readonly ValidationError[];

  constructor(name: ClientErrorName, call: string, text: string, problems?: readonly ValidationError[]) {
    super(`${call} ${text}`);
    this.name = name;
    this.call = call;
    if (problems) this.problems = problems;
  }
}

/** Browsers hide the status of a redirect that they don't follow: theirs is 0. */
const redirects = /^(0|30[12378])$/;

/** An error response of the API, or a redirect, which is never followed. */
export class ApiError<Code extends string = string> extends ClientError {
  /** HTTP status; 0 for a redirect in a browser, which hides the rest of it too. */
  declare readonly status: number;
  /** What the text begins with, if it has the form `code: explanation`: `entry_exists`, `action_unavailable`. */
  declare readonly code: Code | undefined;
  /** The `error` text of the response; empty if it has none. */
  declare readonly text: string;
  /** The id of the call in the logs of the API's operators. */
  declare readonly requestId: string | undefined;
  readonly #response: ClientResponse;

  constructor(call: string, response: ClientResponse) {
    const { error } = Object(response.body) as { readonly error?: unknown };
    const text = typeof error === "string" ? error : "";
    const { status } = response;
    const reason = redirects.test(`${status}`) ? "redirects are not followed" : text;
    super("ApiError", call, `was answered ${status || "with a redirect"}${reason && `: ${reason}`}`);
    this.status = status;
    this.code = /^([a-z][\w.-]*): /.exec(text)?.[1] as Code | undefined;
    this.text = text;
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    this.#response = response;
  }

  get headers(): Headers {
    return this.#response.headers;
  }

  /** The whole body of the response, which printing the error does not show. */
  get body(): unknown {
    return this.#response.body;
  }
}

/**
 * Whether the API rejected a call with one of these codes. The compiler checks the codes if their type is given:
 * `hasCode<PostgresActions["add_ip"]["error"]>(error, "entry_exists")`.
 */
export function hasCode<Code extends string>(error: unknown, ...codes: readonly Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes as readonly unknown[]).includes(error.code);
}
