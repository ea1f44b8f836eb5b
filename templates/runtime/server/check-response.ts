import type { ValidationError } from "../validators/validation-error.js";
import type { CallResponse, Call, CalledAction } from "./call.js";
import { isPlainJson } from "./plain-json.js";
import { isInRange, isJsonType, parseMediaType } from "./media-type.js";

/** An answer that does not fit the contract. Its problems name fields and rules, never values. */
export class InvalidResponse extends Error {
  readonly problems: readonly ValidationError[];

  constructor(message: string, problems: readonly ValidationError[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** Makes the response of what an action's handler answered, if status and result are what the contract says. */
export function checkActionResponse(call: Call, { name, info }: CalledAction, given: unknown): CallResponse {
  const { text, value } = toJson(pickAnswer(name, given));
  const answer = value as { readonly status?: unknown; readonly message?: unknown; readonly result?: unknown };
  const { validators } = call.server.contract;
  if (typeof answer.status !== "string") throw new InvalidResponse("The answer has no status");
  if (info.statuses.length > 0 && !info.statuses.includes(answer.status))
    throw new InvalidResponse("The contract declares no such status");
  if (answer.message !== undefined && typeof answer.message !== "string") throw new InvalidResponse("The message is no text");
  check(validators.actions[call.service!.type]![name]!.result, answer.result, "result");
  const status = info.async ? 202 : 200;
  const envelope = validators.operations[call.route.operation]?.responses[status];
  if (envelope) check(envelope, answer, "answer");
  return { status, contentType: "application/json", body: text };
}

function pickAnswer(action: string, given: unknown): object {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The handler answered no object");
  for (const name of Object.keys(given)) {
    if (name !== "status" && name !== "message" && name !== "result")
      throw new InvalidResponse("The answer has more than status, message and result");
  }
  const { status, message, result } = given as Record<string, unknown>;
  return message === undefined ? { action, status, result } : { action, status, message, result };
}

/** Makes the response of what an operation's handler answered, if the contract declares its status and shape. */
export function checkOperationResponse(call: Call, given: unknown): CallResponse {
  if (typeof given !== "object" || given === null) throw new InvalidResponse("The handler answered no object");
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
  if (type.includes("*")) throw new InvalidResponse("The contract leaves the content type open: the answer must name it");
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
