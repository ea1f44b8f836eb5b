import { CallError } from "../../../templates/runtime/server/errors.js";
import { declaredKey, failureCodes, failureStatus, failures, type FailureCode } from "../../binding/failures.js";
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
  return { ...createResponse(context, response, { example: named }), ...(chosen && { status: code! }) };
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
      ? failureCodes(code!, statuses)
          .map((name) => generalFailure(name, statuses))
          .find((one) => one !== undefined)
      : generalFailure(error, statuses);
  if (!failure) return;
  applied.push(error === undefined ? `code=${code!}` : `error=${error}`);
  throw failure;
}

/** A failure that servers report themselves, if the operation declares its status. */
function generalFailure(code: string, statuses: readonly string[]): CallError | undefined {
  if (!Object.hasOwn(failures, code)) return undefined;
  const status = failureStatus(code as FailureCode, statuses);
  return declaredKey(status, statuses) === undefined ? undefined : new CallError(status, code, text);
}
