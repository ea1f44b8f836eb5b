import { type Envelope, defaultEnvelope } from "../envelope.js";
import { parsePointer, valueAt } from "../json-pointer.js";
import type { Call, CallResponse, CalledAction } from "./call.js";
import type { ActionSuccess } from "./contract.js";
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
  const headers = pickHeaders(success, given.headers);
  checkMembers(given, success, envelope);
  if (success.mediaType === undefined) return { status, headers };
  const { validators } = call.server.contract;
  const { text, value } = toJson(writeEnvelope(action.name, envelope, given));
  if (envelope.result !== "") {
    if (envelope.status !== undefined) checkStatus(action, given.status);
    if (envelope.message !== undefined) checkMessage(given.message);
  }
  if (envelope.result !== undefined)
    check(validators.actions[action.type]![action.name]!.result, valueAt(value, envelope.result), "result");
  const guard = validators.operations[call.route.operation]?.responses[success.response];
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

/** The headers that the contract declares for a success. */
function pickHeaders({ headers = {} }: ActionSuccess, given: unknown = {}): Readonly<Record<string, string>> | undefined {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The headers are no object");
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(given as Record<string, string | undefined>)) {
    const key = name.toLowerCase();
    if (value === undefined) continue;
    if (!Object.hasOwn(headers, key)) throw new InvalidResponse("The response has a header that the contract does not declare");
    picked[key] = value;
  }
  for (const [name, isRequired] of Object.entries(headers)) {
    if (isRequired && !Object.hasOwn(picked, name)) throw new InvalidResponse(`The response lacks the header ${name}`);
  }
  return picked;
}

/** The facts of an action at their places, among the members that the handler adds. */
function writeEnvelope(action: string, envelope: Envelope, { status, message, result, envelope: others }: Given): unknown {
  if (envelope.result === "") return result;
  const added = others === undefined ? {} : toJson(others).value;
  if (!isObject(added)) throw new InvalidResponse("The envelope is no object");
  let body = added;
  if (envelope.action !== undefined) body = put(body, parsePointer(envelope.action), action);
  if (envelope.status !== undefined) body = put(body, parsePointer(envelope.status), status);
  if (envelope.message !== undefined && message !== undefined) body = put(body, parsePointer(envelope.message), message);
  if (envelope.result !== undefined) body = put(body, parsePointer(envelope.result), result);
  return body;
}

/** A copy of an object that has a value where some keys lead: what the handler returned stays as it is. */
function put(holder: object, [key, ...rest]: readonly string[], value: unknown): object {
  const inner = Object.hasOwn(holder, key!) ? (holder as Record<string, unknown>)[key!] : undefined;
  const member = rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value);
  // A computed key may be `__proto__` and still be one of its own.
  return { ...holder, [key!]: member };
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
