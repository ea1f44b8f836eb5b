import { ownObject, type JsonValue } from "../document/json-value.js";
import { partsOf, type Holder } from "./text-shape.js";

/** Returns what a function makes of each property of a form's schema. */
export function mapFields<Result>(
  schema: JsonValue | undefined,
  holder: Holder,
  map: (name: string, schema: JsonValue) => Result | undefined,
): Record<string, Result> {
  const results: Record<string, Result> = {};
  for (const part of partsOf(schema, holder)) {
    for (const [name, value] of Object.entries(ownObject(part, "properties") ?? {})) {
      const result = Object.hasOwn(results, name) ? undefined : map(name, value);
      if (result !== undefined) results[name] = result;
    }
  }
  return results;
}
