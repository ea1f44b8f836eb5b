import type { JsonObject } from "../../load/json-value.js";
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
  return failures.reduce((best, errors) => (isNearer(errors, best, pointer) ? errors : best), first);
}

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
function isNearer(a: readonly InstanceError[], b: readonly InstanceError[], pointer: string): boolean {
  const order = [Number(isForOthers(a, pointer)) - Number(isForOthers(b, pointer)), depth(b) - depth(a), a.length - b.length];
  return (order.find((difference) => difference !== 0) ?? 0) < 0;
}

/** Whether a schema is about other values: of another type, or with another value in the property that tells them apart. */
function isForOthers(errors: readonly InstanceError[], pointer: string): boolean {
  return errors.some((error) => {
    const below = error.pointer.slice(pointer.length);
    if (below === "") return family(error) !== undefined || error.keyword === "false";
    return family(error) === "value" && below.lastIndexOf("/") === 0;
  });
}

function depth(errors: readonly InstanceError[]): number {
  return Math.max(0, ...errors.map(({ pointer }) => pointer.split("/").length));
}
