import type { ValidationError } from "../validators/guard.js";

/** Why a call is rejected. The caller receives the status and `{"error": "code: text"}`. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A rejection as plain data, which costs no stack trace. */
export function reject(status: number, code: string, text: string, headers?: Readonly<Record<string, string>>): Rejection {
  return { status, code, text, headers };
}

/** An error that is sent to the caller, to throw or to return from a handler or a hook. */
export class CallError extends Error implements Rejection {
  override readonly name: string = "CallError";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>> | undefined;

  /** Responds `status` with `{"error": "code: text"}`. */
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

/** Sent for everything that a caller may not see, so that it is indistinguishable from what doesn't exist. */
export const notFoundText = "The resource does not exist, or you may not see it.";

/** 404. Omit the text where it would reveal what exists. */
export function notFound(text = notFoundText): CallError {
  return new CallError(404, "resource_not_found", text);
}

/** 403: the caller lacks permission. */
export function forbidden(text: string): CallError {
  return new CallError(403, "access_denied", text);
}

/** 409: currently not possible, for this reason. */
export function unavailable(reason: string): CallError {
  return new CallError(409, "action_unavailable", reason);
}

/** 400: a field of the body, by JSON pointer, is invalid in a way that the schema can't express. Never repeat its value. */
export function invalid(pointer: string, message: string): CallError {
  return new InvalidBodyError(pointer, message);
}

/** The server chooses the code, as bodies of actions have one of their own. */
export class InvalidBodyError extends CallError {
  constructor(pointer: string, message: string) {
    super(400, "invalid_body", `${pointer} ${message}`.trim());
  }
}

/** Thrown by a handler that is not implemented yet; the server responds 501. */
export class NotImplementedError extends Error {
  override readonly name = "NotImplementedError";
}

/** The body of a stub. */
export function notImplemented(handler: string): never {
  throw new NotImplementedError(`${handler} is not implemented`);
}

/** The maximum length of a field's name in a response, and of the text about all fields. */
const maxPointer = 200;
const maxText = 8_000;

/**
 * Every failing field with the rule that it breaks, as `/name is required; /port must be integer`. No value is in it.
 * Parameters are named without the slash.
 */
export function describeErrors(errors: readonly ValidationError[], of: "body" | "parameters" = "body"): string {
  const lines = [...new Set(withoutSummaries(errors).map(describe))];
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 2;
    if (size > maxText) {
      kept.push(`${lines.length - kept.length} more`);
      break;
    }
    kept.push(of === "parameters" ? line.replace(/^\//, "") : line);
  }
  return kept.join("; ");
}

/** That no alternative matches is redundant beside the errors of each. */
function withoutSummaries(errors: readonly ValidationError[]): readonly ValidationError[] {
  const rest = errors.filter(({ keyword }) => !["oneOf", "anyOf", "if"].includes(keyword));
  return rest.length > 0 ? rest : errors;
}

function describe({ instancePath, keyword, params, message, propertyName }: ValidationError): string {
  const field = (name: unknown) => shorten(`${instancePath}/${escapeName(String(name))}`);
  const place = instancePath === "" ? "the body" : shorten(instancePath);
  switch (keyword) {
    case "required":
      return `${field(params["missingProperty"])} is required`;
    case "dependentRequired":
      return `${field(params["missingProperty"])} is required beside ${shorten(String(params["property"]))}`;
    case "additionalProperties":
      return `${field(params["additionalProperty"])} is not allowed`;
    case "unevaluatedProperties":
      return `${field(params["unevaluatedProperty"])} is not allowed`;
    case "false schema":
      return `${place} is not allowed`;
    case "const":
      return `${place} must be ${list([params["allowedValue"]])}`;
    case "enum":
      return `${place} must be one of ${list(params["allowedValues"] as readonly unknown[])}`;
    default:
      return `${propertyName === undefined ? place : field(propertyName)} ${message}`;
  }
}

/** Values of the contract, not of the call. */
function list(values: readonly unknown[]): string {
  return shorten(values.map((value) => JSON.stringify(value)).join(", "));
}

/** As JSON pointers have it. */
function escapeName(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Names come from the caller: they are cut short, and can't break lines or hide text. */
function shorten(text: string): string {
  const visible = text.slice(0, maxPointer).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return text.length > maxPointer ? `${visible}…` : visible;
}
