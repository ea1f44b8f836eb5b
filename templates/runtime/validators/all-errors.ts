import { type Validate, type ValidationError, run } from "./guard.js";

/** Lists at most `limit` errors of a value (default: 100); none: it is valid. */
export type ErrorLister = (value: unknown, limit?: number) => readonly ValidationError[];

/** The error listers of one action. */
export interface ActionErrorListers {
  readonly body: ErrorLister;
  readonly result: ErrorLister;
}

/** Values larger than this get their first error only, as every error of a huge value costs more than it tells. */
const maxSize = 10_000;

/**
 * Makes an error lister of two generated functions: one that stops at the first error, and one that continues. The second
 * runs only for values that the first rejected and that are not too large.
 */
export function allErrors(first: Validate, all: Validate): ErrorLister {
  return (value, limit = 100) => {
    const found = run(first, value, limit);
    if (found === null) return [];
    return isLargerThan(maxSize, value) ? found.slice(0, 1) : (run(all, value, limit) ?? found);
  };
}

/** Makes the error listers of one action. */
export function actionErrorListers(
  firstOfBody: Validate,
  allOfBody: Validate,
  firstOfResult: Validate,
  allOfResult: Validate,
): ActionErrorListers {
  return { body: allErrors(firstOfBody, allOfBody), result: allErrors(firstOfResult, allOfResult) };
}

/** Characters of text that weigh as much as one value. */
const charactersPerUnit = 100;

/** A longer name of a property makes any value too large: it stands in the path of every error below it. */
const maxName = 1000;

/**
 * Whether a JSON value has more parts than `bound`: values and property names count one each, text one more for every
 * 100 characters. Looks at no more than `bound` parts, without recursion.
 */
export function isLargerThan(bound: number, value: unknown): boolean {
  const pending: unknown[] = [value];
  let size = 0;
  while (pending.length > 0) {
    const current = pending.pop();
    size += 1;
    if (typeof current === "string") size += current.length / charactersPerUnit;
    else if (Array.isArray(current)) {
      if (size + pending.length + current.length > bound) return true;
      for (const item of current) pending.push(item);
    } else if (typeof current === "object" && current !== null) {
      for (const name in current) {
        if (name.length > maxName) return true;
        size += 1 + name.length / charactersPerUnit;
        pending.push((current as Record<string, unknown>)[name]);
        if (size + pending.length > bound) return true;
      }
    }
    if (size + pending.length > bound) return true;
  }
  return false;
}
