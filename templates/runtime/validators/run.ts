import type { ValidationError } from "./validation-error.js";

/** A generated function. After it answered `false`, its property `errors` has the reasons. */
export type Validate = (value: unknown) => boolean;

/** Runs a generated function: its errors, or `null` for a value that fits. Values nested too deeply are refused. */
export function run(validate: Validate, value: unknown): readonly ValidationError[] | null {
  try {
    return validate(value) ? null : (validate as Validate & { readonly errors: readonly ValidationError[] }).errors;
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep;
    throw error;
  }
}

const tooDeep: readonly ValidationError[] = [
  { instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message: "must NOT be nested so deeply" },
];

/** V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}
