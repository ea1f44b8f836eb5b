import { type Envelope, defaultEnvelope } from "../envelope.js";
import { valueAt, writeAt } from "../json-pointer.js";
import type { Call, CallResponse, CalledAction } from "./call.js";
import type { ActionSuccess } from "./contract.js";
import { checkHeaders } from "./response-headers.js";
import { InvalidResponse, check, toJson } from "./response-json.js";

/** Validates what an action's handler returned, and makes the response. */
export function checkActionResponse(call: Call, action: CalledAction, given: unknown): CallResponse {
  const { successes, envelope = defaultEnvelope } = call.route;
  if (successes) return respondAs(call, action, action.info.async ? successes.accepted : successes.ended, envelope, given);
  const { type, name, info } = action;
  const { text, value } = toJson(pickEnvelope(name, given));
  const response = value as { readonly status?: unknown; readonly message?: unknown; readonly result?: unknown };
  const { validators } = call.server.contract;
  checkStatus(action, response.status);
  checkMessage(response.message);
  check(validators.actions[type]![name]!.result, response.result, "result");
  const status = info.async ? 202 : 200;
  const guard = validators.operations[call.route.operation]?.responses[status];
  if (guard) check(guard, response, "response");
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

function checkStatus({ info }: CalledAction, status: unknown): void {
  if (typeof status !== "string") throw new InvalidResponse("The response has no status");
  if (info.statuses.length > 0 && !info.statuses.includes(status))
    throw new InvalidResponse("The contract declares no such status");
}

function checkMessage(message: unknown): void {
  if (message !== undefined && typeof message !== "string") throw new InvalidResponse("The message is no text");
}

/** What a handler may return where the contract has an envelope of its own. */
interface Given {
  readonly httpStatus?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
  readonly result?: unknown;
  readonly envelope?: unknown;
  readonly headers?: unknown;
}

/** The response in the contract's own envelope, with the status, body and headers that it declares. */
function respondAs(
  call: Call,
  action: CalledAction,
  successes: readonly ActionSuccess[],
  usual: Envelope,
  returned: unknown,
): CallResponse {
  const given = (returned ?? {}) as Given;
  if (typeof given !== "object") throw new InvalidResponse("The handler returned no object");
  const { status, success } = chooseSuccess(successes, given.httpStatus, action.info.async ? 202 : 200);
  const { envelope = usual } = success;
  const { validators } = call.server.contract;
  const checks = validators.operations[call.route.operation];
  const { headers: rules = {}, response } = success;
  const headers = checkHeaders({ rules, guard: checks?.responseHeaders?.[response], isOpen: false }, given.headers);
  checkMembers(given, success, envelope);
  if (success.mediaType === undefined) return { status, headers };
  const { text, value } = toJson(writeEnvelope(action.name, success, envelope, given));
  if (envelope.result !== "") {
    const isLeftOut = (fact: "status" | "message") => (given[fact] ?? null) === null && success.unchecked?.includes(fact);
    if (envelope.status !== undefined && !isLeftOut("status")) checkStatus(action, given.status);
    if (envelope.message !== undefined && !isLeftOut("message")) checkMessage(given.message);
  }
  if (envelope.result !== undefined)
    check(validators.actions[action.type]![action.name]!.result, valueAt(value, envelope.result), "result");
  const guard = checks?.responses[response];
  if (guard) check(guard, value, "response");
  return { status, headers, contentType: success.mediaType, body: text };
}

/** The declared success that a handler means: the only one, or that of its `httpStatus`. */
function chooseSuccess(
  successes: readonly ActionSuccess[],
  httpStatus: unknown,
  usual: number,
): { readonly status: number; readonly success: ActionSuccess } {
  const [only, second] = successes;
  if (httpStatus === undefined) {
    if (second) throw new InvalidResponse("The contract declares several successes: the response must have an httpStatus");
    return { status: statusOf(only!) ?? usual, success: only! };
  }
  const keys = Object.fromEntries(successes.map((success) => [success.response, success]));
  const key = typeof httpStatus === "number" && httpStatus < 300 ? declaredStatus(keys, httpStatus) : undefined;
  if (key === undefined) throw new InvalidResponse("The contract declares no such success");
  return { status: httpStatus as number, success: keys[key]! };
}

function statusOf({ response }: ActionSuccess): number | undefined {
  const status = Number(response);
  return Number.isInteger(status) ? status : undefined;
}

/** Members that would not be sent are mistakes. */
function checkMembers(given: Given, { mediaType }: ActionSuccess, envelope: Envelope): void {
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
    const what = Object.hasOwn(sent, name) ? `has no place for its ${name}` : "has a member that is not declared";
    throw new InvalidResponse(`The response ${what}`);
  }
}

/** The facts of an action at their places, among the members that the handler adds. */
function writeEnvelope(
  action: string,
  { fixed }: ActionSuccess,
  envelope: Envelope,
  { status, message, result, envelope: others }: Given,
): unknown {
  if (envelope.result === "") return result;
  // A copy: what the handler returned stays as it is.
  const body: unknown = others === undefined ? {} : JSON.parse(toJson(others).text);
  if (!isObject(body)) throw new InvalidResponse("The envelope is no object");
  for (const pointer in fixed) writeAt(body, pointer, fixed[pointer]);
  writeAt(body, envelope.action, action);
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
