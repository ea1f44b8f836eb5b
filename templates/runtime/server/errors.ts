import { type ErrorDetail, type ErrorShape, defaultErrorShape } from "../facts.js";
import { type ValidationError, escapeSegment, writeAt, writeConstants } from "../json.js";

/** Why a call is rejected. The caller receives the status and an error in the contract's shape. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** All problems of the request. */
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** A rejection as plain data, which costs no stack trace. */
export function reject(
  status: number,
  code: string,
  text: string,
  headers?: Readonly<Record<string, string>>,
  details?: readonly ErrorDetail[],
): Rejection {
  return { status, code, text, headers, details };
}

/** An error that is sent to the caller, to throw or to return from a handler or a hook. */
export class CallError extends Error implements Rejection {
  override readonly name: string = "CallError";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly details: readonly ErrorDetail[] | undefined;

  /** Responds `status` with an error in the contract's shape. */
  constructor(
    status: number,
    code: string,
    text: string,
    headers?: Readonly<Record<string, string>>,
    details?: readonly ErrorDetail[],
  ) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.details = details;
  }

  get text(): string {
    return this.message;
  }
}

/** Sent for resources that a caller may not see, so that they are indistinguishable from missing ones. */
export const notFoundText = "The resource does not exist, or you may not see it.";

/** A general failure, whose status the contract may change. */
export class GeneralError extends CallError {}

/** 404. Omit the text where it would reveal what exists. */
export function notFound(text = notFoundText): CallError {
  return new GeneralError(404, "resource_not_found", text);
}

/** 403: the caller lacks permission. */
export function forbidden(text: string): CallError {
  return new GeneralError(403, "access_denied", text);
}

/** Currently not possible, for this reason: 409, or the status that the contract declares instead. */
export function unavailable(reason: string): CallError {
  return new GeneralError(409, "action_unavailable", reason);
}

/** A field of the body, by JSON pointer, is invalid beyond the schema: 400, or the contract's status. Never repeat its value. */
export function invalid(pointer: string, message: string): CallError {
  return new InvalidBodyError(pointer, message);
}

/** The server chooses the code, as bodies of actions have their own. */
export class InvalidBodyError extends GeneralError {
  constructor(pointer: string, message: string) {
    super(400, "invalid_body", `${pointer} ${message}`.trim(), undefined, [{ pointer, rule: "invalid", message }]);
  }
}

/** Thrown where a handler reads a body that arrives meanwhile: it is invalid, too large, or ended early. Sent again, it may be whole. */
export class BodyError extends GeneralError {}

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

/** The problems of a body or of parameters, as text and as a list. They never contain a value. */
export interface Explanation {
  /** `/name is required; /port must be integer` */
  readonly text: string;
  readonly details: readonly ErrorDetail[];
}

/** Every failing field with the rule that it violates. Parameters are named without the slash. */
export function explainErrors(errors: readonly ValidationError[], of: "body" | "parameters" = "body"): Explanation {
  const byLine = new Map<string, ErrorDetail>();
  for (const error of withoutSummaries(errors)) {
    const detail = detailOf(error, of);
    const line = `${detail.pointer || "the body"} ${detail.message}`;
    if (!byLine.has(line)) byLine.set(line, detail);
  }
  const kept: string[] = [];
  const details: ErrorDetail[] = [];
  let size = 0;
  for (const [line, detail] of byLine) {
    size += line.length + 2;
    if (size > maxText) {
      kept.push(`${byLine.size - kept.length} more`);
      break;
    }
    kept.push(line);
    details.push(detail);
  }
  return { text: kept.join("; "), details };
}

/** The text of `explainErrors`. */
export function describeErrors(errors: readonly ValidationError[], of: "body" | "parameters" = "body"): string {
  return explainErrors(errors, of).text;
}

/** An error that no alternative matches is redundant next to the errors of each. */
function withoutSummaries(errors: readonly ValidationError[]): readonly ValidationError[] {
  const rest = errors.filter(({ keyword }) => !["oneOf", "anyOf", "if"].includes(keyword));
  return rest.length > 0 ? rest : errors;
}

function detailOf(error: ValidationError, of: "body" | "parameters"): ErrorDetail {
  const { instancePath, keyword, params, message, propertyName } = error;
  const name = memberOf[keyword] === undefined ? propertyName : params[memberOf[keyword]];
  const path = shorten(name === undefined ? instancePath : `${instancePath}/${escapeSegment(String(name))}`);
  const pointer = of === "parameters" ? path.replace(/^\//, "") : path;
  const texts: Readonly<Record<string, () => string>> = {
    required: () => "is required",
    dependentRequired: () => `is required together with ${shorten(String(params["property"]))}`,
    additionalProperties: () => "is not allowed",
    unevaluatedItems: () => "is not allowed",
    unevaluatedProperties: () => "is not allowed",
    "false schema": () => "is not allowed",
    const: () => `must be ${list([params["allowedValue"]])}`,
    enum: () => `must be one of ${list(params["allowedValues"] as readonly unknown[])}`,
  };
  return { pointer, rule: keyword, message: (texts[keyword] ?? (() => message))() };
}

/** The parameter of a keyword's error that names the failing member of the value. */
const memberOf: Readonly<Record<string, string>> = {
  required: "missingProperty",
  dependentRequired: "missingProperty",
  additionalProperties: "additionalProperty",
  unevaluatedItems: "limit",
  unevaluatedProperties: "unevaluatedProperty",
};

/** Values of the contract, not of the call. */
function list(values: readonly unknown[]): string {
  return shorten(values.map((value) => JSON.stringify(value)).join(", "));
}

/** Names, such as keys of maps, come from the caller: they are truncated, and can't break lines or hide text. */
export function shorten(text: string): string {
  const visible = text.slice(0, maxPointer).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return text.length > maxPointer ? `${visible}…` : visible;
}

/** The facts of an error response. */
export interface ErrorFacts {
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  /** The id in the body of the request. */
  readonly id?: string | number | null | undefined;
}

/** The body of an error in the default shape. */
export function plainError(code: string | number, message: string): object {
  return { error: `${code}: ${message}` };
}

/** Writes the body of an error. */
export type WriteErrorBody = (shape: ErrorShape, facts: ErrorFacts) => object;

/** The body of an error in the contract's shape: plain data. */
export function errorBody(
  shape: ErrorShape,
  { status, code: own, message, requestId, details = [], id = null }: ErrorFacts,
): object {
  const code = shape.codes && Object.hasOwn(shape.codes, own) ? shape.codes[own]! : (shape.otherCode ?? own);
  if (shape === defaultErrorShape) return plainError(code, message);
  const body = {};
  writeConstants(body, shape.fixed);
  if (shape.code !== undefined && shape.code === shape.message) writeAt(body, shape.code, `${code}: ${message}`);
  else {
    writeAt(body, shape.code, code);
    writeAt(body, shape.message, message);
  }
  writeAt(body, shape.title, titles[status] ?? (status < 500 ? "Bad Request" : "Internal Server Error"));
  writeAt(body, shape.status, status);
  writeAt(body, shape.statusText, String(status));
  writeAt(body, shape.requestId, requestId);
  writeAt(body, shape.id, id);
  const { at, pointer, rule, message: text, isMessageList, isRequired, nullable } = shape.details ?? {};
  if (details.length === 0 && nullable !== undefined) writeAt(body, nullable, null);
  if (at === undefined || (details.length === 0 && !isRequired)) return body;
  const names = [
    [pointer, "pointer"],
    [rule, "rule"],
    [text, "message"],
  ] as const;
  const valueOf = (detail: ErrorDetail, fact: keyof ErrorDetail) => {
    if (fact !== "message") return detail[fact];
    // Without a member for the field, its name is in the message.
    const message = pointer === undefined && detail.pointer !== "" ? `${detail.pointer}: ${detail.message}` : detail.message;
    return isMessageList ? [message] : message;
  };
  const written = details.map((detail) =>
    Object.fromEntries(names.flatMap(([name, fact]) => (name === undefined ? [] : [[name, valueOf(detail, fact)]]))),
  );
  writeAt(body, at, written);
  return body;
}

/** The names of the statuses that servers send themselves. */
const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  423: "Locked",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
