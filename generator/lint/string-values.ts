import type { Location } from "../diagnostics/diagnostic.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import type { RuleContext } from "./rule.js";
import { referredSchema } from "./schemas.js";

/** The strings that a schema allows, each with the location that names it. */
export type StringValues = ReadonlyMap<string, Location | undefined>;

/** A step from a schema to the schema of a part of its values. */
export type PathKey = { readonly property: string } | "items";

/** The maximum nesting of schemas; the strings of deeper ones are unknown. */
const maxDepth = 500;

/**
 * Finds the strings that schemas allow at a path into their values, through `$ref`, `allOf`, `oneOf`, `anyOf`, `const`
 * and `enum`. Absent if any string is allowed, or if they are unknown. Caches its results.
 */
export function createStringValues(
  context: RuleContext,
  path: readonly PathKey[],
): (schema: JsonValue | undefined) => StringValues | undefined {
  const memo = new Map<JsonObject, Map<number, StringValues | undefined>>();
  let nesting = 0;

  const values = (value: JsonValue | undefined, depth: number): StringValues | undefined => {
    if (!isObject(value) || nesting > maxDepth) return undefined;
    const known = memo.get(value) ?? new Map<number, StringValues | undefined>();
    memo.set(value, known);
    if (known.has(depth)) return known.get(depth);
    nesting++;
    const found = find(value, depth);
    nesting--;
    known.set(depth, found);
    return found;
  };
  const find = (value: JsonObject, depth: number): StringValues | undefined => {
    const step = path[depth];
    const found = [step === undefined ? ownValues(context, value) : values(childAt(value, step), depth + 1)];
    found.push(values(referredSchema(context, value), depth));
    for (const part of subschemasAt(value, "allOf")) found.push(values(part, depth));
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const parts = subschemasAt(value, keyword).map((part) => values(part, depth));
      if (parts.length > 0) found.push(unite(parts));
    }
    return intersect(found.filter((entry) => entry !== undefined));
  };
  return (schema) => values(schema, 0);
}

function childAt(schema: JsonObject, step: PathKey): JsonValue | undefined {
  return step === "items" ? own(schema, "items") : own(ownObject(schema, "properties"), step.property);
}

function ownValues({ locations }: RuleContext, schema: JsonObject): StringValues | undefined {
  const constant = own(schema, "const");
  if (typeof constant === "string") return new Map([[constant, locations.value(schema, "const")]]);
  const list = own(schema, "enum");
  if (!Array.isArray(list)) return undefined;
  return new Map(
    list.flatMap((item, index) => (typeof item === "string" ? [[item, locations.value(list, index)] as const] : [])),
  );
}

function unite(parts: readonly (StringValues | undefined)[]): StringValues | undefined {
  const all = new Map<string, Location | undefined>();
  for (const part of parts) {
    if (!part) return undefined;
    for (const [name, place] of part) if (!all.has(name)) all.set(name, place);
  }
  return all;
}

function intersect(parts: readonly StringValues[]): StringValues | undefined {
  const [first, ...rest] = parts;
  return first && new Map([...first].filter(([name]) => rest.every((part) => part.has(name))));
}
