import { run, type Validate } from "./run.js";
import type { ValidationError } from "./validation-error.js";

/** Tells whether a value fits a schema. After a rejection `errors` says why; the next call replaces it. */
export interface Guard<Type> {
  (value: unknown): value is Type;
  readonly errors: readonly ValidationError[] | null;
}

/** The guards of one action. */
export interface ActionGuards<Action extends { readonly body: unknown; readonly result: unknown }> {
  readonly body: Guard<Action["body"]>;
  readonly result: Guard<Action["result"]>;
}

/** Makes a guard of a generated function. It stops at the first error and never throws for a JSON value. */
export function guard<Type>(validate: Validate): Guard<Type> {
  const check = (value: unknown): value is Type => {
    check.errors = run(validate, value);
    return check.errors === null;
  };
  check.errors = null as readonly ValidationError[] | null;
  return check;
}

/** Makes the guards of one action. */
export function actionGuards<Action extends { readonly body: unknown; readonly result: unknown }>(
  body: Validate,
  result: Validate,
): ActionGuards<Action> {
  return { body: guard(body), result: guard(result) };
}
