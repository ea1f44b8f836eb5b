/** The failures that a server reports by itself, each with the statuses that report it, the usual one first. */
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

/** The code of a failure that a server reports by itself. */
export type FailureCode = keyof typeof failures;

/** The status with which an operation reports a failure: the first that it declares, else the usual one. */
export function failureStatus(code: FailureCode, declared: readonly string[]): number {
  const statuses: readonly number[] = failures[code];
  return statuses.find((status) => declared.includes(String(status))) ?? statuses[0]!;
}

/** The key under which an operation declares a response for a status: its own, that of its range, or `default`. */
export function declaredKey(status: number, declared: readonly string[]): string | undefined {
  const range = `${Math.floor(status / 100)}xx`;
  return (
    declared.find((key) => key === String(status)) ??
    declared.find((key) => key.toLowerCase() === range) ??
    declared.find((key) => key === "default")
  );
}
