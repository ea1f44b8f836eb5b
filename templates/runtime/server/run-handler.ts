import type { ValidationError } from "../validators/guard.js";
import { listCapabilities } from "./access.js";
import type { ActionEntry, Awaitable, ServiceFacts } from "./application.js";
import { type Call, type CallResponse, type CalledAction, type HandlerGroup, whenReady } from "./call.js";
import { CallError, NotImplementedError, type Rejection } from "./errors.js";
import { headerOf, isInRange, isJsonType, parseMediaType } from "./http.js";

/** Runs the handler of the action or the operation, and validates its response. */
export function runHandler(call: Call): Awaitable<Rejection | CallResponse> {
  const { action, service, route, server } = call;
  const { operations, actions } = server.application.handlers;
  const response = action
    ? handle(actions?.[service!.type], action.name, new ActionInput(call, action))
    : handle(operations, route.operation, new OperationInput(call));
  return whenReady(response, (value) => {
    if (value instanceof CallError) throw value;
    return action ? checkActionResponse(call, action, value) : checkOperationResponse(call, value);
  });
}

function handle(group: HandlerGroup | undefined, name: string, call: object): Awaitable<unknown> {
  if (!group || typeof group[name] !== "function") throw new NotImplementedError(`There is no handler ${name}`);
  return group[name](call);
}

/** What all handlers get. A class, as a getter in an object literal would cost more than all the rest of a call. */
class HandlerInput {
  readonly #call: Call;
  readonly principal: unknown;
  readonly service: ServiceFacts | undefined;
  readonly requestId: string;
  readonly path: object;
  readonly body: unknown;

  constructor(call: Call) {
    this.#call = call;
    this.principal = call.principal;
    this.service = call.service;
    this.requestId = call.requestId;
    this.path = call.parameters.path;
    this.body = call.body;
  }

  /** Made when it is asked for: most handlers never do. */
  get signal(): AbortSignal {
    return this.#call.request.signal ?? new AbortController().signal;
  }
}

/** What the handler of an action gets: an `ActionCall`. */
class ActionInput extends HandlerInput {
  readonly fail: (code: string, text?: string) => CallError;

  constructor(call: Call, { name, info }: CalledAction) {
    super(call);
    this.fail = (code, text) => {
      const declared = info.errors.find((error) => error.code === code);
      if (!declared) throw new TypeError(`The contract declares no error ${code} for ${name}`);
      return new CallError(declared.status, code, text ?? declared.description ?? `${info.label} failed.`);
    };
  }
}

/** What the handler of an operation gets: an `OperationCall`. */
class OperationInput extends HandlerInput {
  readonly query: object;
  readonly headers: object;
  readonly cookies: object;
  readonly contentType: string | undefined;
  readonly capabilities: (service: ServiceFacts) => Promise<ActionEntry[]>;

  constructor(call: Call) {
    super(call);
    const { server, principal, parameters } = call;
    this.query = parameters.query;
    this.headers = parameters.headers;
    this.cookies = parameters.cookies;
    this.contentType = headerOf(call.request.headers, "content-type");
    this.capabilities = (service) => listCapabilities(server.contract, server.decide, service, principal);
  }
}

/** An invalid response of a handler. Its problems name fields and rules, never values. */
export class InvalidResponse extends Error {
  readonly problems: readonly ValidationError[];

  constructor(message: string, problems: readonly ValidationError[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** Validates what an action's handler returned, and makes the response. */
export function checkActionResponse(call: Call, { name, info }: CalledAction, given: unknown): CallResponse {
  const { text, value } = toJson(pickEnvelope(name, given));
  const response = value as { readonly status?: unknown; readonly message?: unknown; readonly result?: unknown };
  const { validators } = call.server.contract;
  if (typeof response.status !== "string") throw new InvalidResponse("The response has no status");
  if (info.statuses.length > 0 && !info.statuses.includes(response.status))
    throw new InvalidResponse("The contract declares no such status");
  if (response.message !== undefined && typeof response.message !== "string") throw new InvalidResponse("The message is no text");
  check(validators.actions[call.service!.type]![name]!.result, response.result, "result");
  const status = info.async ? 202 : 200;
  const envelope = validators.operations[call.route.operation]?.responses[status];
  if (envelope) check(envelope, response, "response");
  return { status, contentType: "application/json", body: text };
}

function pickEnvelope(action: string, given: unknown): object {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The handler returned no object");
  for (const name of Object.keys(given)) {
    if (name !== "status" && name !== "message" && name !== "result")
      throw new InvalidResponse("The response has more than status, message and result");
  }
  const { status, message, result } = given as Record<string, unknown>;
  return message === undefined ? { action, status, result } : { action, status, message, result };
}

/** Validates what an operation's handler returned, and makes the response. */
function checkOperationResponse(call: Call, given: unknown): CallResponse {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The handler returned no object");
  const { status, headers, body, contentType } = given as {
    status?: unknown;
    headers?: Readonly<Record<string, string>>;
    body?: unknown;
    contentType?: string;
  };
  const { route, server } = call;
  const declared = typeof status === "number" ? declaredStatus(route.responses, status) : undefined;
  if (declared === undefined) throw new InvalidResponse("The contract declares no such status");
  const types = route.responses[declared]!;
  const isEmpty = status === 204 || status === 205 || status === 304;
  // HTTP has no body here, even where the contract, or what it says of `2XX`, has one.
  if (isEmpty && types.length > 0) return { status, headers };
  const type = chooseType(types, contentType, body);
  if (type === undefined) {
    if (body !== undefined) throw new InvalidResponse("The contract declares no body for this status");
    return { status: status as number, headers };
  }
  if (!isJsonType(type)) {
    if (typeof body !== "string" && !(body instanceof Uint8Array))
      throw new InvalidResponse("The body is neither text nor bytes");
    return { status: status as number, headers, contentType: type, body };
  }
  const { text, value } = toJson(body);
  const guard = server.contract.validators.operations[route.operation]?.responses[declared];
  if (guard) check(guard, value, "body");
  return { status: status as number, headers, contentType: type, body: text };
}

/** The content type that the handler chose, else JSON, else what its body looks like. */
function chooseType(types: readonly string[], chosen: string | undefined, body: unknown): string | undefined {
  const isLikely = (type: string) => type.startsWith("text/") === (typeof body === "string");
  const type = chosen ?? types.find(isJsonType) ?? types.find(isLikely) ?? types[0];
  if (type === undefined) return undefined;
  const essence = parseMediaType(type)?.essence;
  const isDeclared = types.some((declared) => declared === type || (essence !== undefined && isInRange(essence, declared)));
  if (!isDeclared) throw new InvalidResponse("The contract declares no such content type for this status");
  if (type.includes("*")) throw new InvalidResponse("The contract leaves the content type open: the response must name it");
  return type;
}

/** The contract's key for a status: itself, its range, or `default`. */
function declaredStatus(responses: Readonly<Record<string, unknown>>, status: number): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  const range = `${Math.floor(status / 100)}`;
  return [`${status}`, `${range}XX`, `${range}xx`, "default"].find((key) => Object.hasOwn(responses, key));
}

/**
 * The text of a value, and the value that stands in it, so that what is checked is what is sent: where JSON would call
 * methods or leave something out, it is read back.
 */
function toJson(value: unknown): { readonly text: string; readonly value: unknown } {
  const isPlain = isPlainJson(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new InvalidResponse("The body has no JSON form");
  return { text, value: isPlain ? value : JSON.parse(text) };
}

function check(
  guard: { (value: unknown): boolean; readonly errors: readonly ValidationError[] | null },
  value: unknown,
  what: string,
): void {
  if (!guard(value)) throw new InvalidResponse(`The ${what} does not fit the contract`, guard.errors ?? []);
}

/** Deeper values are read back from their JSON text. */
const maxPlainDepth = 32;

/**
 * Whether a value is made of what JSON has, so that `JSON.stringify` writes just what is there: no `toJSON`, no classes,
 * nothing that it leaves out or turns into null.
 */
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
