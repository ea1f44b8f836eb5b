import type { Rejection } from "./rejection.js";

/** A failure that a caller is told about, to throw or to return from a handler or a hook. What it says is sent. */
export class CallError extends Error implements Rejection {
  override readonly name: string = "CallError";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>> | undefined;

  /** Answers `status` with `{"error": "code: text"}`. */
  constructor(status: number, code: string, text: string, headers?: Readonly<Record<string, string>>) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  get text(): string {
    return this.message;
  }
}

/** What is sent for everything that a caller may not see, so that it can't be told from what doesn't exist. */
export const notFoundText = "The resource does not exist, or you may not see it.";

/** 404. Leave the text out where it would tell what exists. */
export function notFound(text = notFoundText): CallError {
  return new CallError(404, "resource_not_found", text);
}

/** 403: the caller may not do this. */
export function denied(text: string): CallError {
  return new CallError(403, "access_denied", text);
}

/** 409: not possible now, for this reason. */
export function unavailable(reason: string): CallError {
  return new CallError(409, "action_unavailable", reason);
}

/** 400: a field of the body, by JSON pointer, is wrong in a way that the schema can't say. Never repeat its value. */
export function invalid(pointer: string, message: string): CallError {
  return new InvalidBodyError(pointer, message);
}

/** The server chooses the code, as bodies of actions have one of their own. */
export class InvalidBodyError extends CallError {
  constructor(pointer: string, message: string) {
    super(400, "invalid_body", `${pointer} ${message}`.trim());
  }
}
