import { listErrors, type FoundErrors } from "./found-errors.js";
import { forget } from "./memory.js";
import type { ValidationError } from "./validation-error.js";

/** A generated function. After it answered `false`, its property `errors` has the reasons. */
export interface Validate {
  (value: unknown): boolean;
  errors?: FoundErrors | null;
}

/** Alternatives can have more errors than anybody reads. */
const mostErrors = 1000;

/** Runs a generated function: its errors, or `null` for a value that fits. Values nested too deeply are refused. */
export function run(validate: Validate, value: unknown, limit = mostErrors): readonly ValidationError[] | null {
  try {
    return validate(value) ? null : listErrors(validate.errors!, limit);
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep;
    throw error;
  } finally {
    forget();
  }
}

const tooDeep: readonly ValidationError[] = [
  { instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message: "must NOT be nested so deeply" },
];

/** V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}
