import type { Location } from "../diagnostics/diagnostic.js";
import { foldSchemas } from "../document/fold-schema.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { schemasIn } from "../json-schema/schema.js";
import type { RuleContext } from "./rule.js";

/** The strings that a schema allows, each with the location that names it. */
export type StringValues = ReadonlyMap<string, Location | undefined>;

/** A step from a schema to the schema of a part of its values. */
export type PathKey = { readonly property: string } | "items";

/**
 * Finds the strings that schemas allow at a path into their values, through `$ref`, `allOf`, `oneOf`, `anyOf`, `const`
 * and `enum`. Absent if any string is allowed, or if they are unknown. Caches its results.
 */
export function createStringValues(
  context: RuleContext,
  path: readonly PathKey[],
): (schema: JsonValue | undefined) => StringValues | undefined {
  const { components } = schemasIn(context.upgraded);
  const find = (own: (schema: JsonObject) => StringValues | undefined) =>
    foldSchemas({ own, all: intersect, any: unite, anything: undefined, nothing: undefined, unknown: undefined }, components);
  return path.reduceRight(
    (inner, step) => find((schema) => inner(childAt(schema, step))),
    find((schema) => ownValues(context, schema)),
  );
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

function intersect(parts: readonly (StringValues | undefined)[]): StringValues | undefined {
  const [first, ...rest] = parts.filter((part) => part !== undefined);
  return first && new Map([...first].filter(([name]) => rest.every((part) => part.has(name))));
}
