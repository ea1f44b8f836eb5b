import type { Awaitable } from "./application.js";
import { type Arrange, type Call, type CallHandler, type Step, whenReady } from "./contract.js";
import { CallError, GeneralError, reject } from "./errors.js";
import { headerOf } from "./http.js";
import { declaredStatus } from "./responses.js";
import { skipBlanks } from "./text.js";

/**
 * Compares the entity tag of the current representation with the request's `If-Match` and `If-None-Match`, and ends the call if they don't
 * allow it: 412, or 304 for a read. `undefined`: there is no representation. Otherwise the response of a read gets the tag and the headers.
 * A text without quotes is quoted; weak tags are written `W/"1"`.
 */
export type CheckTag = (current: string | undefined, headers?: Readonly<Record<string, string>>) => void;

/** A handler whose calls can check preconditions. */
export type ConditionalHandler<Handler> = Handler extends (call: infer Given) => infer Returned
  ? (call: Given & { readonly etag: CheckTag }) => Returned
  : never;

/** The response of a read whose representation the caller has. */
class NotModified extends Error {}

/** Reports missing preconditions where a route declares 428, before a missing header is reported as an invalid parameter. */
export const requirePreconditions: Arrange = (steps) =>
  steps.flatMap((step) => (step.name === "parameters" ? [{ name: "preconditions", prepare: requireOne }, step] : step));

const requireOne: Step["prepare"] = (route) => {
  if (isRead(route.method) || !isConditional(route) || !Object.hasOwn(route.responses, "428")) return undefined;
  const declared = conditions
    .filter((name) => takes(route, name))
    .map((name) => (name === "if-match" ? "If-Match" : "If-None-Match"));
  const rejection = reject(428, "precondition_required", `Send ${declared.join(" or ")}.`);
  return ({ request }) => (conditions.some((name) => headerOf(request.headers, name) !== undefined) ? undefined : rejection);
};

const conditions = ["if-match", "if-none-match"] as const;

type Condition = (typeof conditions)[number];

function takes({ parameters }: Call["route"], header: Condition): boolean {
  return parameters.some((one) => one.in === "header" && one.name === header);
}

function isConditional(route: Call["route"]): boolean {
  return conditions.some((name) => takes(route, name));
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Runs a handler whose call has `etag`, and adds the tag to its response. */
export const runConditional: CallHandler = (call, run) => {
  if (!isConditional(call.route)) return run();
  const found: { headers?: Readonly<Record<string, string>> } = {};
  const etag: CheckTag = (current, headers) => {
    const tag = current === undefined ? undefined : parseTag(current);
    found.headers = { ...headers, ...(tag && { etag: tag.text }) };
    evaluate(call, tag);
  };
  return recover(
    () => whenReady(run({ etag }), (returned) => withHeaders(call, returned, found.headers)),
    (error) => {
      if (!(error instanceof NotModified)) throw error;
      return { status: 304, headers: found.headers };
    },
  );
};

/** Calls a function that fails now or later. */
function recover(run: () => Awaitable<unknown>, onError: (error: unknown) => unknown): Awaitable<unknown> {
  try {
    const running = run();
    return running instanceof Promise ? running.catch(onError) : running;
  } catch (error) {
    return onError(error);
  }
}

/** Adds headers to a successful read; those of the handler win. */
function withHeaders({ route }: Call, returned: unknown, added: Readonly<Record<string, string>> | undefined): unknown {
  if (!added || !isRead(route.method) || returned instanceof CallError || typeof returned !== "object" || !returned)
    return returned;
  const { status, headers } = returned as { readonly status?: unknown; readonly headers?: Readonly<Record<string, string>> };
  if (typeof status !== "number" || status < 200 || status > 299) return returned;
  const own = new Set(Object.entries(headers ?? {}).flatMap(([name, value]) => (value === undefined ? [] : name.toLowerCase())));
  const others = Object.entries(added).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...returned, headers: { ...headers, ...Object.fromEntries(others) } };
}

/** An entity tag (RFC 9110, 8.8.3). */
interface Tag {
  readonly isWeak: boolean;
  /** With its quotes. */
  readonly opaque: string;
  /** As it is sent. */
  readonly text: string;
}

const wholeTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/** The tag of a handler. */
function parseTag(given: string): Tag {
  const text = wholeTag.test(given) ? given : `"${given}"`;
  if (!wholeTag.test(text)) throw new TypeError("An entity tag has characters that can't be sent");
  const isWeak = text.startsWith("W/");
  return { isWeak, opaque: isWeak ? text.slice(2) : text, text };
}

/** In the order of RFC 9110, 13.2.2. */
function evaluate({ route, request }: Call, current: Tag | undefined): void {
  const [match, noneMatch] = conditions.map((name) => (takes(route, name) ? readTags(request.headers, name) : undefined));
  const isMet = (tags: readonly Tag[] | "*", isSame: (one: Tag, other: Tag) => boolean) =>
    current !== undefined && (tags === "*" || tags.some((tag) => isSame(tag, current)));
  if (match && !isMet(match, isSameStrongly)) throw failed("The resource has changed, or does not exist.");
  if (!noneMatch || !isMet(noneMatch, isSameWeakly)) return;
  if (!isRead(route.method)) throw failed("The resource exists, or has not changed.");
  if (declaredStatus(route.responses, 304) !== undefined) throw new NotModified();
}

function failed(text: string): CallError {
  return new GeneralError(412, "precondition_failed", text);
}

function isSameStrongly(one: Tag, other: Tag): boolean {
  return !one.isWeak && !other.isWeak && one.opaque === other.opaque;
}

function isSameWeakly(one: Tag, other: Tag): boolean {
  return one.opaque === other.opaque;
}

/** The tags of a header; several fields of a name are one list. */
function readTags(headers: Call["request"]["headers"], name: Condition): readonly Tag[] | "*" | undefined {
  const given = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (given === undefined) return undefined;
  const text = typeof given === "string" ? given : given.join(",");
  if (text.trim() === "*") return "*";
  const tags: Tag[] = [];
  const next = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/y;
  for (let at = 0; at < text.length; at++) {
    next.lastIndex = skipBlanks(text, at);
    const tag = next.exec(text)?.[0] ?? "";
    at = skipBlanks(text, skipBlanks(text, at) + tag.length);
    // A tag that can't be read must not count as one that differs.
    if (at < text.length && text[at] !== ",")
      throw new GeneralError(400, "invalid_parameter", `${name} must be * or a list of entity tags.`);
    if (tag !== "") tags.push(parseTag(tag));
  }
  return tags;
}
