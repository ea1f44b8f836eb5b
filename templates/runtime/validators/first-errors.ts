import type { ErrorLister, ValidationError } from "../json.js";

interface Check {
  (value: unknown): boolean;
  readonly errors: readonly ValidationError[] | null;
}

/** A guard, or objects of guards at any depth. */
type Checks = Check | object;

/** The listers of guards that list the first error, for projects without those that list all: an object of the same form. */
export function firstErrors<Listers>(checks: Checks): Listers {
  if (typeof checks !== "function")
    return Object.fromEntries(Object.entries(checks).map(([name, inner]) => [name, firstErrors(inner as Checks)])) as Listers;
  const check = checks as Check;
  const list: ErrorLister = (value) => (check(value) ? [] : (check.errors ?? []));
  return list as Listers;
}
