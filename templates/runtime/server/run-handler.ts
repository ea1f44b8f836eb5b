import { type Judge, InvalidResponse, declaredStatus, sendableStatus, sentText, toJson } from "./responses.js";
import type { ActionEntry, Awaitable } from "./application.js";
import { type Call, type CallResponse, type HandlerGroup, type Step, whenReady } from "./contract.js";
import { CallError, NotImplementedError } from "./errors.js";
import { headerOf, isInRange, isJsonType, parseMediaType } from "./http.js";
import { decodeUtf8 } from "./text.js";

/** Runs the handler of the action or the operation, and validates its response. */
export const runHandler: Step["prepare"] = ({ operation, serviceTypes }, { contract, application }) => {
  if (serviceTypes.length > 0) return contract.runAction;
  const { negotiation } = contract;
  return (call) => {
    const input = negotiation ? negotiation.inputOf(call) : new OperationInput(call);
    return callHandler(call, input, application.handlers.operations, operation, (given) => {
      const checked = checkOperationResponse(call, given);
      return call.isNegotiated ? negotiation!.mark(checked) : checked;
    });
  };
};

/** Calls a handler, and continues with what it returns. */
export function callHandler(
  call: Call,
  input: object,
  group: HandlerGroup | undefined,
  name: string,
  next: (given: unknown) => CallResponse,
): Awaitable<CallResponse> {
  const run = (members?: object): Awaitable<unknown> => {
    if (!group || typeof group[name] !== "function") throw new NotImplementedError(`The handler ${name} is missing`);
    return group[name](members ? Object.assign(input, members) : input);
  };
  const { callHandler: callWith } = call.server.contract;
  return whenReady(callWith ? callWith(call, run) : run(), (given) => {
    if (given instanceof CallError) throw given;
    return next(given);
  });
}

/** The properties of all calls. A class, as a getter in an object literal would cost more than the rest of a call. */
export class HandlerInput {
  readonly #call: Call;
  readonly principal: unknown;
  readonly service: object | undefined;
  readonly requestId: string;
  readonly path: object;
  readonly query: object;
  readonly querystring: unknown;
  readonly headers: object;
  readonly cookies: object;
  readonly body: unknown;

  constructor(call: Call) {
    const { parameters } = call;
    this.#call = call;
    this.principal = call.principal;
    this.service = call.service;
    this.requestId = call.requestId;
    this.path = parameters.path;
    this.query = parameters.query;
    this.querystring = parameters.querystring;
    this.headers = parameters.headers;
    this.cookies = parameters.cookies;
    this.body = call.body;
  }

  /** Created on access: most handlers never use it. */
  get signal(): AbortSignal {
    return this.#call.handlerSignal ?? this.#call.request.signal ?? new AbortController().signal;
  }
}

/** The argument of an operation's handler: an `OperationCall`. */
export class OperationInput extends HandlerInput {
  readonly contentType: string | undefined;
  /** Of contracts that have actions. */
  declare readonly capabilities?: (service: object, type?: string) => Promise<ActionEntry[]>;

  constructor(call: Call) {
    super(call);
    this.contentType = headerOf(call.request.headers, "content-type");
    const { contract, application } = call.server;
    const { listCapabilities } = contract;
    if (listCapabilities)
      this.capabilities = (service, type) => listCapabilities(contract, application, service, call.principal, type);
  }
}

/** Validates the return value of an operation's handler, and creates the response. */
function checkOperationResponse(call: Call, given: unknown): CallResponse {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The handler did not return an object");
  const { status, body, contentType, ...rest } = given as {
    status?: unknown;
    headers?: Readonly<Record<string, string>>;
    body?: unknown;
    contentType?: string;
  };
  const { route, server } = call;
  const judge = server.judgeOf(call);
  const declared = typeof status === "number" ? declaredStatus(route.responses, status) : undefined;
  if (declared === undefined) judge.fail("The contract declares no such status");
  const sent = sendableStatus(status);
  const types = declared === undefined ? [] : route.responses[declared]!;
  const checks = declared === undefined ? undefined : server.contract.validators.operations[route.operation];
  const rules = declared === undefined ? undefined : route.responseHeaders?.[declared];
  const headers = rules
    ? server.contract.checkHeaders!({ rules, guard: checks?.responseHeaders?.[declared!], isOpen: true, judge }, rest.headers)
    : judge.headers(rest.headers);
  const isEmpty = sent === 204 || sent === 205 || sent === 304;
  // HTTP has no body here, even if the contract, for example for `2XX`, has one.
  if (isEmpty && types.length > 0) return { status: sent, headers };
  const returned = { status: sent, headers, contentType, body };
  const sequence = declared === undefined ? undefined : server.contract.sendItems?.(call, declared, returned);
  if (sequence) return sequence;
  const preferred = contentType ?? (types.length > 1 ? server.contract.negotiation?.choose(call, types, body) : undefined);
  const type = chooseType(types, preferred, body, judge);
  if (type === undefined || isEmpty) return { status: sent, headers };
  const { name, covering } = type;
  const isWritten = typeof body === "string" || body instanceof Uint8Array;
  const isBelowRange = covering.includes("*");
  // Below a range, handlers may write JSON themselves; it is validated if the range is one of JSON.
  if (!isJsonType(name) || (isBelowRange && !isJsonType(covering) && isWritten)) {
    if (!isWritten) throw new InvalidResponse("The body is neither text nor bytes");
    return { status: sent, headers, contentType: name, body: judge.clean(body) as typeof body };
  }
  const { text, value } = isWritten && isBelowRange && contentType !== undefined ? readWritten(body) : toJson(body);
  const guard = checks?.responseBodies?.[declared!]?.[parseMediaType(covering)!.essence] ?? checks?.responses[declared!];
  if (guard) judge.check(guard, value, "body");
  return { status: sent, headers, contentType: name, body: sentText(judge, text, value) };
}

/** Reads JSON that the handler has written. */
function readWritten(body: string | Uint8Array): { readonly text: string; readonly value: unknown } {
  try {
    const text = typeof body === "string" ? body : decodeUtf8(body);
    return { text, value: JSON.parse(text) };
  } catch {
    throw new InvalidResponse("The body is not JSON");
  }
}

/** The content type of a response, and the declared one that covers it. */
interface ChosenType {
  readonly name: string;
  readonly covering: string;
}

/** The media type of a body for which the handler names none. */
export function usualType(types: readonly string[], body: unknown): string | undefined {
  const isLikely = (type: string) => type.startsWith("text/") === (typeof body === "string");
  return types.find(isJsonType) ?? types.find(isLikely) ?? types[0];
}

/** The content type that the handler chose, else JSON, else the type that matches its body. */
function chooseType(types: readonly string[], chosen: string | undefined, body: unknown, judge: Judge): ChosenType | undefined {
  const usual = usualType(types, body);
  if (chosen === undefined && usual?.endsWith("*+json")) return { name: "application/json", covering: usual };
  const name = chosen ?? usual;
  if (name === undefined) return body === undefined ? undefined : undeclaredType(body, judge);
  const essence = parseMediaType(name)?.essence;
  const covering = types.find((declared) => declared === name || (essence !== undefined && isInRange(essence, declared)));
  if (covering === undefined) judge.fail("The contract declares no such content type for this status");
  if (name.includes("*")) throw new InvalidResponse("The contract leaves the content type open: the response must name it");
  return { name, covering: covering ?? (isJsonType(name) ? "application/*+json" : name) };
}

/** The content type of a body for which the contract declares none, if it may be sent. */
function undeclaredType(body: unknown, judge: Judge): ChosenType {
  judge.fail("The contract declares no body for this status");
  const bytes = body instanceof Uint8Array ? "application/octet-stream" : "application/json";
  const name = typeof body === "string" ? "text/plain" : bytes;
  return { name, covering: name };
}
