import type { FailureMark } from "./facts.js";
import { valueAt } from "./json.js";

/** Whether the body of a response with the status 200 is an error. */
export function isMarked(body: unknown, { at, value, not }: FailureMark): boolean {
  const found = valueAt(body, at) ?? undefined;
  if (value !== undefined) return found === value;
  return found !== undefined && found !== not;
}
