import { escapeSegment } from "../../../templates/runtime/json-pointer.js";
import type { JsonObject } from "../../document/json-value.js";
import type { InstanceError } from "./walk.js";
import { allowedValues, mustBeType, mustBeValue } from "./words.js";

/**
 * Why a value fits none of several schemas: what all of them refuse, such as an unknown value of the property that tells
 * them apart; else the errors of the one that comes nearest.
 */
export function explainAlternatives(failures: readonly (readonly InstanceError[])[], pointer: string): readonly InstanceError[] {
  const [first = [], ...others] = failures;
  for (const error of first) {
    const same = others.map((errors) =>
      errors.find((other) => other.pointer === error.pointer && family(other) === family(error)),
    );
    if (family(error) && same.every((other) => other !== undefined)) return [merge([error, ...same])];
  }
  const isForOthers = (errors: Errors) => isMeantForOthers(errors, failures, pointer);
  return failures.reduce((best, errors) => (isNearer(errors, best, isForOthers) ? errors : best), first);
}

type Errors = readonly InstanceError[];

function family({ keyword }: InstanceError): "type" | "value" | undefined {
  if (keyword === "type") return "type";
  return keyword === "const" || keyword === "enum" ? "value" : undefined;
}

function merge(errors: readonly [InstanceError, ...InstanceError[]]): InstanceError {
  const [error] = errors;
  const schemas = errors.map(({ schema }) => schema).filter((schema): schema is JsonObject => schema !== false);
  return { ...error, message: family(error) === "type" ? mustBeType(schemas) : mustBeValue(schemas.flatMap(allowedValues)) };
}

/** Whether a schema is likelier to be the one that was meant: it is for such values, and was followed further. */
function isNearer(a: Errors, b: Errors, isForOthers: (errors: Errors) => boolean): boolean {
  const order = [Number(isForOthers(a)) - Number(isForOthers(b)), depth(b) - depth(a), a.length - b.length];
  return (order.find((difference) => difference !== 0) ?? 0) < 0;
}

/** Whether a schema is about other values: of another type, or with another value in the property that tells them apart. */
function isMeantForOthers(errors: Errors, failures: readonly Errors[], pointer: string): boolean {
  return errors.some((error) => {
    const below = error.pointer.slice(pointer.length);
    if (below === "") return family(error) !== undefined || error.keyword === "false";
    if (family(error) !== "value" || below.lastIndexOf("/") !== 0) return false;
    // A value that no schema wants there tells nothing apart.
    return failures.some((others) => !others.some((other) => isAbout(other, error.pointer, pointer)));
  });
}

function isAbout(error: InstanceError, property: string, pointer: string): boolean {
  const isAboutName = error.pointer === pointer && error.property !== undefined;
  const place = isAboutName ? `${pointer}/${escapeSegment(error.property!)}` : error.pointer;
  return place === property || place.startsWith(`${property}/`);
}

function depth(errors: Errors): number {
  return Math.max(0, ...errors.map(({ pointer }) => pointer.split("/").length));
}
