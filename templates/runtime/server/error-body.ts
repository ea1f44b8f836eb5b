import { type ErrorDetail, type ErrorShape, defaultErrorShape } from "../error-shape.js";
import { parsePointer } from "../json-pointer.js";

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
  for (const pointer in shape.fixed) write(body, pointer, shape.fixed[pointer]);
  if (shape.code !== undefined && shape.code === shape.message) write(body, shape.code, `${code}: ${message}`);
  else {
    write(body, shape.code, code);
    write(body, shape.message, message);
  }
  write(body, shape.title, titles[status] ?? (status < 500 ? "Bad Request" : "Internal Server Error"));
  write(body, shape.status, status);
  write(body, shape.statusText, String(status));
  write(body, shape.requestId, requestId);
  const { at, pointer, rule, message: text, isRequired } = shape.details ?? {};
  if (at === undefined || (details.length === 0 && !isRequired)) return body;
  const names = [
    [pointer, "pointer"],
    [rule, "rule"],
    [text, "message"],
  ] as const;
  const list = details.map((detail) =>
    Object.fromEntries(names.flatMap(([name, fact]) => (name === undefined ? [] : [[name, detail[fact]]]))),
  );
  write(body, at, list);
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

/** Puts a value where a pointer leads; `0` makes a list. */
export function write(body: object, pointer: string | undefined, value: unknown): void {
  if (pointer === undefined) return;
  const keys = parsePointer(pointer);
  let holder = body as Record<string, unknown>;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    const next = isLast ? value : Object.hasOwn(holder, key) ? holder[key] : keys[index + 1] === "0" ? [] : {};
    // A key such as `__proto__` must become one of its own.
    Object.defineProperty(holder, key, { value: next, writable: true, enumerable: true, configurable: true });
    // What is no object holds nothing.
    if (typeof next !== "object" || next === null) return;
    holder = next as Record<string, unknown>;
  }
}
