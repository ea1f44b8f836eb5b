import type { FailureMark } from "../../templates/runtime/facts.js";

/** Returns what distinguishes errors with the status 200 from successes, as a clause: `/ok is false`. */
export function describeMark({ at, value, not }: FailureMark): string {
  if (value !== undefined) return `${at} is ${JSON.stringify(value)}`;
  return not === undefined ? `${at} exists` : `${at} is not ${JSON.stringify(not)}`;
}
