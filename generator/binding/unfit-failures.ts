import { errorBody } from "../../templates/runtime/server/errors.js";
import type { JsonValue } from "../document/json-value.js";
import type { InstanceError } from "../json-schema/instance-errors.js";
import type { InstanceCheck } from "../json-schema/interpreter.js";
import type { ResponseError } from "./error-binding.js";
import { declaredKey, failures, failuresOfHeaders, failureStatus, unroutedFailures, type FailureCode } from "./failures.js";

/** An error response of an operation. */
export interface FailureResponse {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  /** The keys of all error responses of the operation. */
  readonly declared: readonly string[];
  readonly error: Pick<ResponseError, "shape" | "schema">;
  /** The failures that the operation has besides those of its headers; absent: all, as an endpoint of actions. */
  readonly possible?: readonly FailureCode[];
  /** The header parameters of the operation; some have failures of their own. */
  readonly headers?: readonly string[];
  /** Whether requests that reach no operation get errors of its shape. */
  readonly isCommon: boolean;
}

/** A failure with the HTTP status of its response. */
interface Failure {
  readonly code: string;
  readonly status: number;
}

/** A reason for which the declared response rejects failures. */
export interface UnfitFailures {
  /** Of the failures that it rejects. */
  readonly codes: readonly string[];
  readonly problem: InstanceError;
}

/** Returns the failures that servers report with a response of an operation, by their codes. */
export function failuresWith({
  status: key,
  declared,
  possible = Object.keys(failures) as FailureCode[],
  headers = [],
  isCommon,
}: Omit<FailureResponse, "error">): readonly Failure[] {
  const codes = [...possible, ...failuresOfHeaders(headers)];
  const routed = codes.map((code) => ({ code, status: failureStatus(code, declared) }));
  // Requests without an operation get an error of the most frequent shape.
  const unrouted = Object.entries(unroutedFailures).flatMap(([code, status]) =>
    isCommon && !Object.hasOwn(failures, code) ? [{ code, status }] : [],
  );
  return [...routed, ...unrouted].filter(({ status }) => declaredKey(status, declared) === key);
}

/**
 * Creates the body of each failure that a server reports with a response, and returns the reasons for which the schema
 * rejects some, each once.
 */
export function unfitFailures(response: FailureResponse, check: InstanceCheck): UnfitFailures[] {
  const { shape, schema = true } = response.error;
  const found: { codes: string[]; problem: InstanceError }[] = [];
  for (const { code, status } of failuresWith(response)) {
    const facts = { status, code, message: "This is an example.", requestId: "9b4de573-1c2d-4e5f-1" };
    const lists = code.startsWith("invalid_") && code !== "invalid_request" ? [[], [example]] : [[]];
    for (const problem of lists.flatMap((details) =>
      check(schema, errorBody(shape, { ...facts, details }) as JsonValue, "response"),
    )) {
      const known = found.find((other) => isSameProblem(other.problem, problem));
      if (!known) found.push({ codes: [code], problem });
      else if (!known.codes.includes(code)) known.codes.push(code);
    }
  }
  return found;
}

/** Returns whether two values violate the same rule at the same location in the same way. */
export function isSameProblem(a: InstanceError, b: InstanceError): boolean {
  return a.schema === b.schema && a.keyword === b.keyword && a.pointer === b.pointer && a.message === b.message;
}

const example = { pointer: "/name", rule: "required", message: "is required" };
