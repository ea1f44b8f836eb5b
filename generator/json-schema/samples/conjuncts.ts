import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { referencedSchema } from "../../document/reference.js";

/** Chooses one of a schema's alternatives, or none. */
export type Choose = (branches: readonly JsonValue[]) => readonly JsonValue[];

/**
 * Returns the schemas that all apply to one value: the schema itself, the target of its reference, the parts of `allOf`, and the
 * chosen alternatives of `oneOf` and `anyOf`.
 */
export function conjuncts(
  schemas: ReadonlyMap<string, JsonValue>,
  schema: JsonValue | undefined,
  choose: Choose,
): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const seen = new Set<JsonValue>();
  const visit = (value: JsonValue | undefined): void => {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    found.push(value);
    visit(referencedSchema(value, schemas));
    subschemasAt(value, "allOf").forEach(visit);
    for (const keyword of ["oneOf", "anyOf"]) choose(subschemasAt(value, keyword)).forEach(visit);
  };
  visit(schema);
  return found;
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the largest number of a keyword in several schemas. */
export function largest(parts: readonly JsonObject[], keyword: string): number | undefined {
  const numbers = numbersOf(parts, keyword);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

export function smallest(parts: readonly JsonObject[], keyword: string): number | undefined {
  const numbers = numbersOf(parts, keyword);
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}

function numbersOf(parts: readonly JsonObject[], keyword: string): number[] {
  return parts.map((part) => own(part, keyword)).filter((value) => typeof value === "number");
}
