import { escapeSegment } from "../json-pointer.js";
import type { FoundErrors } from "./found-errors.js";
import type { Validate } from "./run.js";

// What validators keep in mind while one value is being checked. It may have changed when it is checked again.
const verdicts = new Map<Validate, Map<object, FoundErrors | null>>();
const escapedNames = new Map<string, string>();
let depth = 0;

/** Recursive references within each other that no stack is too small for. */
const deepest = 1000;

/** Forgets everything: a value has been checked. */
export function forget(): void {
  depth = 0;
  if (verdicts.size > 0) verdicts.clear();
  if (escapedNames.size > 0) escapedNames.clear();
}

/**
 * Calls the validator of a recursive schema, once for each part of a value. Alternatives would otherwise look at the same
 * part again and again, twice as often at each level. Throws a `RangeError` where a value nests too deeply.
 */
export function recall(validate: Validate, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return validate(value);
  let known = verdicts.get(validate);
  if (!known) verdicts.set(validate, (known = new Map()));
  const errors = known.get(value);
  if (errors !== undefined) {
    validate.errors = errors;
    return errors === null;
  }
  if (++depth > deepest) throw new RangeError("nested too deeply");
  const fits = validate(value);
  depth--;
  known.set(value, fits ? null : validate.errors!);
  return fits;
}

/** Shorter names are escaped again sooner than they are found. */
const longName = 100;

/** A property's name as JSON pointers have it. One that is very long may stand in the path of many an error. */
export function escapeName(name: string): string {
  if (name.length < longName) return escapeSegment(name);
  let escaped = escapedNames.get(name);
  if (escaped === undefined) escapedNames.set(name, (escaped = escapeSegment(name)));
  return escaped;
}
