import { type Envelope, defaultEnvelope } from "../facts.js";
import { valueAt, writeAt, writeConstants } from "../json.js";
import { readId } from "../selector.js";
import type { ActionSuccess, Call, CallResponse, CalledAction, Run } from "./contract.js";
import { CallError } from "./errors.js";
import { checkHeaders } from "./response-headers.js";
import { type Judge, InvalidResponse, declaredStatus, sendableStatus, sentText, toJson } from "./responses.js";
import { HandlerInput, callHandler } from "./run-handler.js";

/** Runs the handler of an action, and validates its response. */
export const runAction: Run = (call) => {
  const action = call.action!;
  const group = call.server.application.handlers.actions?.[action.type];
  return callHandler(call, new ActionInput(call, action), group, action.name, (given) =>
    checkActionResponse(call, action, given),
  );
};

/** The argument of an action's handler: an `ActionCall`. */
class ActionInput extends HandlerInput {
  /** Of requests whose members all actions have in common. */
  readonly envelope: object | undefined;
  readonly fail: (code: string, text?: string) => CallError;

  constructor(call: Call, { name, info }: CalledAction) {
    super(call);
    this.envelope = call.server.contract.readEnvelope?.(call);
    this.fail = (code, text) => {
      const declared = info.errors.find((error) => error.code === code);
      if (!declared) throw new TypeError(`The contract declares no error ${code} for ${name}`);
      return new CallError(declared.status, code, text ?? declared.description ?? `${info.label} failed.`);
    };
  }
}

/** Validates the return value of an action's handler, and creates the response. */
function checkActionResponse(call: Call, action: CalledAction, given: unknown): CallResponse {
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

/** A result that is sent unchanged. */
function toText(result: unknown): { readonly text: string; readonly value: unknown } {
  if (typeof result !== "string") throw new InvalidResponse("The result is not a string");
  return { text: result, value: result };
}
