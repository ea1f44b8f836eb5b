import { errorBody } from "../../templates/runtime/server/errors.js";
import type { JsonValue } from "../document/json-value.js";
import type { InstanceError } from "../json-schema/instance-errors.js";
import type { InstanceCheck } from "../json-schema/interpreter.js";
import type { ResponseError } from "./error-binding.js";
import { declaredKey, failures, failureStatus, unroutedFailures, type FailureCode } from "./failures.js";

/** An error response of an operation. */
export interface FailureResponse {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  /** The keys of all error responses of the operation. */
  readonly declared: readonly string[];
  readonly error: Pick<ResponseError, "shape" | "schema">;
  /** Whether requests that reach no operation get errors of its shape. */
  readonly isCommon: boolean;
}

/** A failure that servers report themselves, and why the declared response rejects it. */
export interface UnfitFailure {
  readonly code: string;
  readonly problem: InstanceError;
}

/** Returns the failures that servers report with a response of an operation, by their codes. */
export function failuresWith({
  status: key,
  declared,
  isCommon,
}: Omit<FailureResponse, "error">): { readonly code: string; readonly status: number }[] {
  const routed = (Object.keys(failures) as FailureCode[]).map((code) => ({ code, status: failureStatus(code, declared) }));
  // Requests without an operation get an error of the most frequent shape.
  const unrouted = Object.entries(unroutedFailures).flatMap(([code, status]) =>
    isCommon && !Object.hasOwn(failures, code) ? [{ code, status }] : [],
  );
  return [...routed, ...unrouted].filter(({ status }) => declaredKey(status, declared) === key);
}

/**
 * Creates the body of each failure that a server reports with a response, and returns those that the schema rejects.
 */
export function unfitFailures(response: FailureResponse, check: InstanceCheck): UnfitFailure[] {
  const { shape, schema = true } = response.error;
  return failuresWith(response).flatMap(({ code, status }) => {
    const facts = { status, code, message: "This is an example.", requestId: "9b4de573-1c2d-4e5f-1" };
    const lists = code.startsWith("invalid_") && code !== "invalid_request" ? [[], [example]] : [[]];
    const [problem] = lists.flatMap((details) => check(schema, errorBody(shape, { ...facts, details }) as JsonValue, "response"));
    return problem ? [{ code, problem }] : [];
  });
}

const example = { pointer: "/name", rule: "required", message: "is required" };
