import type { ErrorShape } from "../../../templates/runtime/facts.js";
import { writeAt } from "../../../templates/runtime/json.js";
import { CallError } from "../../../templates/runtime/server/errors.js";
import { declaredKey, failureCodes, failureStatus, failures, type FailureCode } from "../../binding/failures.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import type { Action, Operation } from "../../model/contract.js";
import type { ActionCall } from "./actions.js";
import type { MockContext, MockResponse } from "./context.js";
import type { Preferences } from "./preferences.js";
import { createResponse } from "./responses.js";

/** The preferences of a caller, and those that were applied. */
interface Asked {
  readonly preferences: Preferences;
  readonly applied: string[];
}

const text = "The mock fails as the request prefers.";

/** Returns the declared response of an operation that a caller prefers; `undefined`: none, or the usual success. */
export function preferredResponse(
  context: MockContext,
  operation: Operation,
  { preferences, applied }: Asked,
): MockResponse | undefined {
  const { code, error, example } = preferences;
  if (code === undefined && error === undefined && example === undefined) return undefined;
  const statuses = operation.responses.map(({ status }) => status);
  if (error !== undefined) {
    const failure = generalFailure(error, statuses);
    if (!failure) return undefined;
    applied.push(`error=${error}`);
    throw failure;
  }
  const key = code === undefined ? undefined : declaredKey(code, statuses);
  const usual = operation.responses.find(({ status }) => status.startsWith("2"));
  const chosen = operation.responses.find(({ status }) => status === key);
  // An example alone selects the response that has it.
  const withExample = (chosen ? [chosen] : code === undefined ? operation.responses : []).find(({ content }) =>
    content.some(({ examples }) => examples.some(({ name }) => name === example)),
  );
  if (example !== undefined && withExample) applied.push(`example=${example}`);
  const response = chosen ?? (example === undefined ? undefined : withExample);
  if (!response) return undefined;
  if (chosen) applied.push(`code=${code!}`);
  const named = withExample && example;
  if (response === usual && named === undefined) return undefined;
  const made = { ...createResponse(context, response, { example: named }), ...(chosen && { status: code! }) };
  const { error: shape, content } = response;
  if (!shape || content.some(({ examples }) => examples.length > 0)) return made;
  // Only an example knows more of a failure than the server, which has the contract's code for it.
  const failure = generalFailures(made.status, statuses)[0];
  if (failure) throw failure;
  const body = made.body === undefined ? undefined : withStatus(made.body as JsonValue, shape, made.status);
  const schema = content.find(({ kind }) => kind === "json")?.schema ?? true;
  return body !== undefined && context.samples.isValid(schema, body) ? { ...made, body } : made;
}

/** A sampled error that has its status in its body, too, where the contract has it. */
function withStatus(body: JsonValue, { status: at, statusText }: ErrorShape, status: number): JsonValue {
  const changed = structuredClone(body);
  if (!isObject(changed)) return body;
  if (at !== undefined) writeAt(changed, at, status);
  if (statusText !== undefined) writeAt(changed, statusText, String(status));
  return changed;
}

/** Notes whether one of the examples of an action is the one that a caller prefers. */
export function chooseExample(
  examples: readonly { readonly name: string; readonly result: unknown }[],
  { preferences: { example }, applied }: Asked,
): void {
  const isKnown = examples.some(({ name, result }) => name === example && result !== undefined);
  if (example !== undefined && isKnown) applied.push(`example=${example}`);
}

/** Throws the error that a caller prefers, if the action or its endpoint declares it. */
export function failAsPreferred(
  endpoint: Operation,
  action: Action,
  call: Pick<ActionCall, "fail">,
  { preferences, applied }: Asked,
): void {
  const { code, error } = preferences;
  if (code === undefined && error === undefined) return;
  const statuses = endpoint.responses.map(({ status }) => status);
  const own = action.errors.find((one) => (error === undefined ? one.status === code : one.code === error));
  const failure = own
    ? call.fail(own.code)
    : error === undefined
      ? generalFailures(code!, statuses)[0]
      : generalFailure(error, statuses);
  if (!failure) return;
  applied.push(error === undefined ? `code=${code!}` : `error=${error}`);
  throw failure;
}

/** The failures that servers report themselves with a status. */
function generalFailures(status: number, statuses: readonly string[]): readonly CallError[] {
  return failureCodes(status, statuses).flatMap((code) => generalFailure(code, statuses) ?? []);
}

/** A failure that servers report themselves, if the operation declares its status. */
function generalFailure(code: string, statuses: readonly string[]): CallError | undefined {
  if (!Object.hasOwn(failures, code)) return undefined;
  const status = failureStatus(code as FailureCode, statuses);
  return declaredKey(status, statuses) === undefined ? undefined : new CallError(status, code, text);
}
