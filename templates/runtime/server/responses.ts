import { readId } from "../selector.js";
import { type Envelope, defaultEnvelope } from "../facts.js";
import { type ValidationError, valueAt, writeAt, writeConstants } from "../json.js";
import type { Guard } from "../validators/guard.js";
import type { ActionSuccess, Call, CallResponse, CalledAction, HeaderRule } from "./contract.js";
import type { Judge } from "./judge.js";
import { shorten } from "./errors.js";
import { parseStyled } from "./read-parameters.js";
import { MalformedText, parseText } from "./text.js";

/** Validates the return value of an action's handler, and creates the response. */
export function checkActionResponse(call: Call, action: CalledAction, given: unknown): CallResponse {
  const judge = call.server.judgeOf(call);
  const { successes, envelope = defaultEnvelope } = call.route;
  if (successes) return respondAs(call, judge, action, action.info.async ? successes.accepted : successes.ended, envelope, given);
  const { type, name, info } = action;
  const { text, value } = toJson(pickEnvelope(name, given, judge));
  const response = value as { readonly status?: unknown; readonly message?: unknown; readonly result?: unknown };
  const { validators } = call.server.contract;
  checkStatus(action, response.status, judge);
  checkMessage(response.message, judge);
  judge.check(validators.actions[type]![name]!.result, response.result, "result");
  const status = info.async ? 202 : 200;
  const guard = validators.operations[call.route.operation]?.responses[status];
  if (guard) judge.check(guard, response, "response");
  return { status, contentType: "application/json", body: sentText(judge, text, value) };
}

function pickEnvelope(action: string, given: unknown, judge: Judge): object {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The handler did not return an object");
  for (const name of Object.keys(given)) {
    if (name === "status" || name === "message" || name === "result") continue;
    judge.fail("The response has more than status, message and result");
    return { action, ...given };
  }
  const { status, message, result } = given as Record<string, unknown>;
  return message === undefined ? { action, status, result } : { action, status, message, result };
}

function checkStatus({ info }: CalledAction, status: unknown, judge: Judge): void {
  if (typeof status !== "string") judge.fail("The response has no status");
  else if (info.statuses.length > 0 && !info.statuses.includes(status)) judge.fail("The contract declares no such status");
}

function checkMessage(message: unknown, judge: Judge): void {
  if (message !== undefined && typeof message !== "string") judge.fail("The message is not a string");
}

/** The return value of a handler if the contract has its own envelope. */
interface Returned {
  readonly httpStatus?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
  readonly result?: unknown;
  readonly envelope?: unknown;
  readonly headers?: unknown;
}

/** The response in the contract's own envelope, with its declared status, body and headers. */
function respondAs(
  call: Call,
  judge: Judge,
  action: CalledAction,
  successes: readonly ActionSuccess[],
  usual: Envelope,
  returned: unknown,
): CallResponse {
  const given = (returned ?? {}) as Returned;
  if (typeof given !== "object") throw new InvalidResponse("The handler did not return an object");
  const { status, success } = chooseSuccess(successes, given.httpStatus, action.info.async ? 202 : 200, judge);
  const { envelope = usual } = success;
  const { validators } = call.server.contract;
  const checks = validators.operations[call.route.operation];
  const { headers: rules = {}, response } = success;
  const headers = checkHeaders({ rules, guard: checks?.responseHeaders?.[response], isOpen: false, judge }, given.headers);
  checkMembers(given, success, envelope, judge);
  if (success.mediaType === undefined) return { status, headers };
  const { text, value } = success.isText
    ? toText(given.result)
    : toJson(writeEnvelope(call, action.name, success, envelope, given));
  if (envelope.result !== "") {
    const isLeftOut = (fact: "status" | "message") => (given[fact] ?? null) === null && success.unchecked?.includes(fact);
    if (envelope.status !== undefined && !isLeftOut("status")) checkStatus(action, given.status, judge);
    if (envelope.message !== undefined && !isLeftOut("message")) checkMessage(given.message, judge);
  }
  if (envelope.result !== undefined)
    judge.check(validators.actions[action.type]![action.name]!.result, valueAt(value, envelope.result), "result");
  const guard = success.isText ? undefined : checks?.responses[response];
  if (guard) judge.check(guard, value, "response");
  return { status, headers, contentType: success.mediaType, body: sentText(judge, text, value) };
}

/** The declared success that a handler selects: the only one, or that of its `httpStatus`. */
function chooseSuccess(
  successes: readonly ActionSuccess[],
  httpStatus: unknown,
  usual: number,
  judge: Judge,
): { readonly status: number; readonly success: ActionSuccess } {
  const [only, second] = successes;
  if (httpStatus === undefined) {
    if (second) judge.fail("The contract declares several successes: the response must have an httpStatus");
    return { status: statusOf(only!) ?? usual, success: only! };
  }
  const keys = Object.fromEntries(successes.map((success) => [success.response, success]));
  const key = typeof httpStatus === "number" && httpStatus < 300 ? declaredStatus(keys, httpStatus) : undefined;
  if (key === undefined) judge.fail("The contract declares no such success");
  return { status: sendableStatus(httpStatus), success: key === undefined ? only! : keys[key]! };
}

function statusOf({ response }: ActionSuccess): number | undefined {
  const status = Number(response);
  return Number.isInteger(status) ? status : undefined;
}

/** Rejects members that would not be sent. */
function checkMembers(given: Returned, { mediaType }: ActionSuccess, envelope: Envelope, judge: Judge): void {
  const isWhole = envelope.result === "";
  const sent: Readonly<Record<string, boolean>> = {
    httpStatus: true,
    headers: true,
    status: mediaType !== undefined && envelope.status !== undefined && !isWhole,
    message: mediaType !== undefined && envelope.message !== undefined && !isWhole,
    result: mediaType !== undefined && envelope.result !== undefined,
    envelope: mediaType !== undefined && !isWhole,
  };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || (Object.hasOwn(sent, name) && sent[name])) continue;
    const what = Object.hasOwn(sent, name) ? name : "such member";
    judge.fail(`The contract declares no ${what} for this response`);
  }
}

/** The facts of an action at their locations, among the members that the handler adds. */
function writeEnvelope(
  { route, content }: Call,
  action: string,
  { fixed }: ActionSuccess,
  envelope: Envelope,
  { status, message, result, envelope: others }: Returned,
): unknown {
  if (envelope.result === "") return result;
  // A copy, so that the handler's value is not changed.
  const body: unknown = others === undefined ? {} : JSON.parse(toJson(others).text);
  if (!isObject(body)) throw new InvalidResponse("The envelope is not an object");
  writeConstants(body, fixed);
  writeAt(body, envelope.action, action);
  if (envelope.id !== undefined && route.selector) writeAt(body, envelope.id, readId(route.selector, content?.value));
  if (status !== undefined) writeAt(body, envelope.status, status);
  if (message !== undefined) writeAt(body, envelope.message, message);
  if (result !== undefined) writeAt(body, envelope.result, result);
  return body;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The contract's key for a status: itself, its range, or `default`. */
export function declaredStatus(responses: Readonly<Record<string, unknown>>, status: number): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  const range = `${Math.floor(status / 100)}`;
  return [`${status}`, `${range}XX`, `${range}xx`, "default"].find((key) => Object.hasOwn(responses, key));
}

/** The headers that a response declares. */
export interface DeclaredHeaders {
  /** By names in lower case. */
  readonly rules: Readonly<Record<string, HeaderRule>>;
  readonly guard: Guard<unknown> | undefined;
  /** Whether it may have headers that the contract doesn't declare. */
  readonly isOpen: boolean;
  readonly judge: Judge;
}

/** Validates the headers that a handler returned, and writes them as text. */
export function checkHeaders(
  { rules, guard, isOpen, judge }: DeclaredHeaders,
  given: unknown = {},
): Readonly<Record<string, string>> {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The headers are not an object");
  const texts: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (value === undefined || judge.isHidden(name)) continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule && !isOpen) judge.fail("The response has a header that the contract does not declare");
    const text = headerText(key, rule, value, judge);
    texts[key] = text;
    values[key] = rule ? headerValue(key, rule, text, judge) : text;
  }
  for (const [name, { required }] of Object.entries(rules)) {
    if (required && !Object.hasOwn(texts, name)) judge.fail(`The response lacks the header ${name}`);
  }
  if (guard) judge.check(guard, values, "headers");
  return texts;
}

/** The text of a header: numbers in digits, and one of the listed texts, if any. */
function headerText(name: string, { as, shape, texts }: Partial<HeaderRule> = {}, value: unknown, judge: Judge): string {
  const isScalar = (typeof value === "number" && as !== undefined) || (typeof value === "boolean" && shape !== undefined);
  const text = isScalar ? String(value) : value;
  // Digits as in requests: JavaScript would also read `0x5` and an empty text.
  const isNumber = as === undefined || (typeof text === "string" && typeof parseText(text.trim(), [as]) === "number");
  if (typeof text !== "string" || !isNumber || texts?.includes(text) === false)
    judge.fail(`The header ${name} violates the contract`);
  return String(text);
}

/** The value that the text of a header represents by its schema. */
function headerValue(name: string, { as, shape, explode }: HeaderRule, text: string, judge: Judge): unknown {
  if (as !== undefined) return Number(text);
  if (shape === undefined) return text;
  try {
    const style = { name, in: "header", as: shape, ...(explode === undefined ? {} : { explode }) } as const;
    return parseStyled(text, style, (part) => part.trim());
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error;
    judge.fail(`The header ${name} ${error.message}`);
    return text;
  }
}

/** An invalid response of a handler. Its problems, which are logged, name fields and rules, never values. */
export class InvalidResponse extends Error {
  readonly problems: readonly ValidationError[];

  constructor(message: string, problems: readonly ValidationError[] = []) {
    super(message);
    this.problems = problems.map(withShortNames);
  }
}

function withShortNames({ params, ...problem }: ValidationError): ValidationError {
  const short = Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? shorten(value) : value]);
  return {
    ...problem,
    instancePath: shorten(problem.instancePath),
    params: Object.fromEntries(short) as ValidationError["params"],
    ...(problem.propertyName !== undefined && { propertyName: shorten(problem.propertyName) }),
  };
}

/** The text of a value, and the value as sent: parsed again if JSON would call methods or omit something. */
export function toJson(value: unknown): { readonly text: string; readonly value: unknown } {
  const isPlain = isPlainJson(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new InvalidResponse("The body can't be written as JSON");
  return { text, value: isPlain ? value : JSON.parse(text) };
}

/** A result that is sent unchanged. */
function toText(result: unknown): { readonly text: string; readonly value: unknown } {
  if (typeof result !== "string") throw new InvalidResponse("The result is not a string");
  return { text: result, value: result };
}

/** Throws an `InvalidResponse` if a value violates its schema. */
export const check: Judge["check"] = (guard, value, what) => {
  if (!guard(value)) throw new InvalidResponse(violation(what), guard.errors ?? []);
};

/** What an invalid part of a response is reported as. */
export function violation(what: string): string {
  return `The ${what} ${what.endsWith("s") ? "violate" : "violates"} the contract`;
}

/** Throws an `InvalidResponse` for anything that the contract doesn't allow. */
export const strict: Judge = {
  fail: (message, problems) => {
    throw new InvalidResponse(message, problems);
  },
  check,
  clean: (value) => value,
  isHidden: () => false,
};

/** The text of JSON that is sent. */
export function sentText(judge: Judge, text: string, value: unknown): string {
  const clean = judge.clean(value);
  return clean === value ? text : JSON.stringify(clean);
}

/** A status of HTTP that ends a call, also if the contract doesn't declare it. */
export function sendableStatus(status: unknown): number {
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    throw new InvalidResponse("The response has no status that can be sent");
  return status as number;
}

/** Deeper values are parsed again from their JSON text. */
const maxPlainDepth = 32;

/** Whether `JSON.stringify` writes exactly this value: no `toJSON`, no classes, nothing that it omits or turns into null. */
export function isPlainJson(value: unknown, depth = maxPlainDepth): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || (depth > 0 && isPlainObject(value, depth - 1));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!isPlainJson(value[index], depth)) return false;
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const name in value) {
    if (!isPlainJson((value as Record<string, unknown>)[name], depth)) return false;
  }
  return true;
}
