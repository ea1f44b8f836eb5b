import { defaultErrorShape, type ErrorShape } from "../../templates/runtime/facts.js";

/** The failures that servers report themselves, each with its possible statuses, the usual one first. */
export const failures = {
  unauthenticated: [401],
  access_denied: [403],
  resource_not_found: [404],
  invalid_parameter: [400, 422],
  invalid_body: [400, 422],
  invalid_action_body: [400, 422],
  payload_too_large: [413],
  unsupported_media_type: [415],
  action_unavailable: [409, 423],
  not_implemented: [501],
  internal: [500],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** The failures of operations that declare one of these headers, each with its possible statuses, the usual one first. */
export const headerFailures = {
  idempotency_key_in_use: { headers: ["idempotency-key"], statuses: [409] },
  idempotency_key_reused: { headers: ["idempotency-key"], statuses: [422, 400] },
  precondition_failed: { headers: ["if-match", "if-none-match"], statuses: [412] },
  precondition_required: { headers: ["if-match", "if-none-match"], statuses: [428] },
} as const satisfies Readonly<Record<string, { readonly headers: readonly string[]; readonly statuses: readonly number[] }>>;

/** The failures of operations with limits, and of those that declare a 406, each with its possible statuses, the usual one first. */
export const optionalFailures = {
  not_acceptable: [406],
  too_many_calls: [503, 429],
  handler_timeout: [503, 504],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** The failures that servers report for requests that reach no operation, each with its status. */
export const unroutedFailures = {
  resource_not_found: 404,
  method_not_allowed: 405,
  invalid_request: 400,
  request_timeout: 408,
  headers_too_large: 431,
} as const satisfies Readonly<Record<string, number>>;

/** The codes of all failures that servers report themselves. */
export const serverCodes: readonly string[] = [failures, headerFailures, optionalFailures, unroutedFailures].flatMap((all) =>
  Object.keys(all),
);

/** The failures that are most similar to one before any operation. */
export const relatedFailures: Readonly<Record<string, readonly FailureCode[]>> = {
  invalid_request: ["invalid_parameter", "invalid_body"],
  request_timeout: ["invalid_parameter", "invalid_body"],
  headers_too_large: ["payload_too_large", "invalid_parameter"],
};

/** The code of a failure that servers report themselves. */
export type FailureCode = keyof typeof failures;

/** The code of a failure that only operations with certain headers have. */
export type HeaderFailureCode = keyof typeof headerFailures;

/** Returns the codes of the failures that operations with these header parameters have besides all others. */
export function failuresOfHeaders(names: readonly string[]): HeaderFailureCode[] {
  const headers = names.map((name) => name.toLowerCase());
  const codes = Object.keys(headerFailures) as HeaderFailureCode[];
  return codes.filter((code) => headerFailures[code].headers.some((header) => headers.includes(header)));
}

/** Returns the status with which an operation reports a failure: the first declared one, else the usual one. */
export function failureStatus(code: FailureCode | HeaderFailureCode, declared: readonly string[]): number {
  const statuses = statusesOf(code);
  return statuses.find((status) => declared.includes(String(status))) ?? statuses[0]!;
}

/** Returns the possible statuses of a failure, the usual one first. */
export function statusesOf(code: FailureCode | HeaderFailureCode): readonly number[] {
  return code in failures ? failures[code as FailureCode] : headerFailures[code as HeaderFailureCode].statuses;
}

/** Returns the codes of the failures that servers report themselves with a status. */
export function failureCodes(status: number, declared: readonly string[]): string[] {
  const all = [...Object.keys(failures), ...Object.keys(headerFailures)] as (FailureCode | HeaderFailureCode)[];
  const codes = all.filter((code) => failureStatus(code, declared) === status);
  const unrouted = Object.entries(unroutedFailures).flatMap(([code, itsStatus]) => (itsStatus === status ? code : []));
  return [...new Set([...codes, ...unrouted])];
}

/** Returns the key of an operation's response for a status: the status itself, its range, or `default`. */
export function declaredKey(status: number, declared: readonly string[]): string | undefined {
  const range = `${Math.floor(status / 100)}xx`;
  return (
    declared.find((key) => key === String(status)) ??
    declared.find((key) => key.toLowerCase() === range) ??
    declared.find((key) => key === "default")
  );
}

/** Returns the contract's name or number of a code. */
export function writtenCode({ codes, otherCode }: Pick<ErrorShape, "codes" | "otherCode">, code: string): string {
  return `${codes && Object.hasOwn(codes, code) ? codes[code]! : (otherCode ?? code)}`;
}

/** The shapes of an operation's errors. */
interface OperationErrors {
  /** Whether it invokes actions. */
  readonly isEndpoint: boolean;
  readonly shapes: readonly (ErrorShape | undefined)[];
}

/**
 * Returns the most frequent error shape of a contract, preferably of its action endpoints. Failures outside of
 * operations have it.
 */
export function commonShape(operations: readonly OperationErrors[]): ErrorShape {
  for (const group of [operations.filter(({ isEndpoint }) => isEndpoint), operations]) {
    const counts = new Map<string, { shape: ErrorShape; count: number }>();
    for (const shape of group.flatMap(({ shapes }) => shapes)) {
      if (!shape) continue;
      const key = JSON.stringify(shape);
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { shape, count: 1 });
    }
    const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
    if (most) return most.shape;
  }
  return defaultErrorShape;
}
