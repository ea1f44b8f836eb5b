import { type ErrorDetail, type ErrorShape, defaultErrorShape } from "../error-shape.js";
import { writeAt } from "../json-pointer.js";

/** What an error response says. */
export interface ErrorFacts {
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** The body of an error in the contract's shape: plain data. */
export function errorBody(shape: ErrorShape, { status, code: own, message, requestId, details = [] }: ErrorFacts): object {
  const code = shape.codes && Object.hasOwn(shape.codes, own) ? shape.codes[own]! : own;
  if (shape === defaultErrorShape) return { error: `${code}: ${message}` };
  const body = {};
  for (const pointer in shape.fixed) writeAt(body, pointer, shape.fixed[pointer]);
  if (shape.code !== undefined && shape.code === shape.message) writeAt(body, shape.code, `${code}: ${message}`);
  else {
    writeAt(body, shape.code, code);
    writeAt(body, shape.message, message);
  }
  writeAt(body, shape.title, titles[status] ?? (status < 500 ? "Bad Request" : "Internal Server Error"));
  writeAt(body, shape.status, status);
  writeAt(body, shape.statusText, String(status));
  writeAt(body, shape.requestId, requestId);
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
    // Without a place for the field its name is in the message.
    const message = pointer === undefined && detail.pointer !== "" ? `${detail.pointer}: ${detail.message}` : detail.message;
    return isMessageList ? [message] : message;
  };
  const list = details.map((detail) =>
    Object.fromEntries(names.flatMap(([name, fact]) => (name === undefined ? [] : [[name, valueOf(detail, fact)]]))),
  );
  writeAt(body, at, list);
  return body;
}

/** The names of the statuses that servers send of their own accord. */
const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  423: "Locked",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
