import { errorBody } from "../../templates/runtime/server/errors.js";
import type { JsonValue } from "../document/json-value.js";
import type { InstanceError } from "../json-schema/instance-errors.js";
import type { InstanceCheck } from "../json-schema/interpreter.js";
import type { ResponseError } from "./error-binding.js";
import { declaredKey, failures, failureStatus, unroutedFailures, type FailureCode } from "./failures.js";

/** A response that reports errors, among all of its operation. */
export interface FailureResponse {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  /** All of these that the operation declares. */
  readonly declared: readonly string[];
  readonly error: Pick<ResponseError, "shape" | "schema">;
  /** Whether its shape is that of requests that reach no operation. */
  readonly isCommon: boolean;
}

/** A failure that a server reports by itself, and why the response declared for it rejects that. */
export interface UnfitFailure {
  readonly code: string;
  readonly problem: InstanceError;
}

/** The failures that a server reports with a response of an operation, by their codes. */
export function failuresWith({
  status: key,
  declared,
  isCommon,
}: Omit<FailureResponse, "error">): { readonly code: string; readonly status: number }[] {
  const routed = (Object.keys(failures) as FailureCode[]).map((code) => ({ code, status: failureStatus(code, declared) }));
  // A request for no operation gets an error of the most frequent shape.
  const unrouted = Object.entries(unroutedFailures).flatMap(([code, status]) =>
    isCommon && !Object.hasOwn(failures, code) ? [{ code, status }] : [],
  );
  return [...routed, ...unrouted].filter(({ status }) => declaredKey(status, declared) === key);
}

/** Makes each failure that a server reports with a response, and returns those that its schema rejects. */
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
