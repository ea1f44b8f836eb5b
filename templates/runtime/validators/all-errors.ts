import { isLargerThan } from "./is-larger-than.js";
import { run, type Validate } from "./run.js";
import type { ValidationError } from "./validation-error.js";

/** Lists what is wrong with a value, at most `limit` errors (100 unless told); empty: it fits. */
export type ErrorLister = (value: unknown, limit?: number) => readonly ValidationError[];

/** The error listers of one action. */
export interface ActionErrorListers {
  readonly body: ErrorLister;
  readonly result: ErrorLister;
}

/** Values larger than this get their first error only, as every error of a huge value costs more than it tells. */
const largest = 10_000;

/**
 * Makes an error lister of two generated functions: one that stops at the first error, and one that goes on. The second
 * runs only for values that the first refused and that are not too large.
 */
export function allErrors(first: Validate, all: Validate): ErrorLister {
  return (value, limit = 100) => {
    const found = run(first, value, limit);
    if (found === null) return [];
    return isLargerThan(largest, value) ? found.slice(0, 1) : (run(all, value, limit) ?? found);
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
