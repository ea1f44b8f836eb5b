import type { ErrorShape } from "../../templates/runtime/facts.js";
import { isMarked } from "../../templates/runtime/failure-mark.js";
import { valueAt } from "../../templates/runtime/json.js";
import { commonShape, declaredKey, failures, failureStatus, type FailureCode } from "../binding/failures.js";
import type { JsonValue } from "../document/json-value.js";
import type { ActionError, Operation, Response } from "./contract.js";

/** Returns the response that an operation declares for a status. */
export function responseFor({ responses }: Operation, status: number): Response | undefined {
  const key = declaredKey(
    status,
    responses.map((response) => response.status),
  );
  return responses.find((response) => response.status === key);
}

/**
 * Returns the status of a response as the contract declares it. An error with the status 200 has that of its code, else the first one
 * that its response is declared for.
 */
export function declaredStatusOf(
  operation: Operation,
  { status, body }: { readonly status: number; readonly body?: JsonValue | undefined },
  errors: readonly ActionError[] = [],
): number {
  if (status !== 200 || body === undefined) return status;
  const marked = operation.responses.filter(({ error }) => error?.failureMark && isMarked(body, error.failureMark));
  if (marked.length === 0) return status;
  const keys = operation.responses.map((response) => response.status);
  const isMeant = (one: number) => marked.some((response) => response.status === declaredKey(one, keys));
  const ofCode = marked.flatMap(({ error }) => {
    const { code: at, status: statusAt, codes = {} } = error!;
    const [code, written] = [at, statusAt].map((pointer) => (pointer === undefined ? undefined : valueAt(body, pointer)));
    const isNamed = (name: string) => (Object.hasOwn(codes, name) ? codes[name] : name) === code;
    const own = errors.flatMap((one) => (isNamed(one.code) ? one.status : []));
    const general = (Object.keys(failures) as FailureCode[]).filter(isNamed).map((name) => failureStatus(name, keys));
    return [...(typeof written === "number" ? [written] : []), ...own, ...general];
  });
  const all = Array.from({ length: 200 }, (_, index) => 400 + index);
  return [...ofCode, ...all].find(isMeant) ?? status;
}

/** Returns the status with which a response is sent: that of a success, if the contract's errors have it. */
export function sentStatus(operation: Operation, status: number): number {
  return status >= 400 && responseFor(operation, status)?.error?.failureMark ? 200 : status;
}

/** Returns the shape of most error responses of a contract, those of its action endpoints first. */
export function commonErrorShape(operations: readonly Operation[]): ErrorShape {
  return commonShape(
    operations.map(({ isEndpoint, responses }) => ({
      isEndpoint,
      shapes: responses.map(({ error }) => error),
    })),
  );
}
