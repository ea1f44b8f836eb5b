import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { conjuncts, foldSchemas } from "../../document/fold-schema.js";
import { createHasMark, type PropertyMark } from "../../document/property-mark.js";
import { referencedName, referencedSchema } from "../../document/reference.js";
import { inPlaceKeywords, subschemaKeywords, subschemas, subschemasAt } from "../../document/visitor.js";
import { createPatternMatches } from "../pattern/matches-of.js";
import type { Schemas } from "./variant.js";

/** Further schemas that apply to the same value as a given schema, in place and through references. */
export type SchemaContext = readonly JsonObject[];

/** Keywords whose schemas apply to the same value. */
export const inPlace: ReadonlySet<string> = new Set(inPlaceKeywords.filter((name) => subschemaKeywords[name]!.asserts));

/** The schemas that apply to the same value: its context, the schema itself, and the ones that it combines. */
type SchemaGroup = ReadonlySet<JsonObject>;

/** Determines which properties have a mark in any of the schemas of a value. */
export interface MarkedSchemas {
  /** Returns whether a schema only describes values with the mark. */
  isMarked(schema: JsonValue | undefined): boolean;
  /** Returns whether a schema, or anything reachable from it, has the mark. */
  reaches(schema: JsonValue | undefined): boolean;
  groupOf(schema: JsonObject, context: SchemaContext): SchemaGroup;
  /** Returns whether some schema of a group gives a property the mark. */
  isForeign(group: SchemaGroup, name: string): boolean;
  /** Returns whether a group requires, in any of its branches, a property with the mark. */
  requiresForeign(branch: JsonValue, group: SchemaGroup): boolean;
  /** Returns the context of a subschema: for a part of the value, by name, or in place. */
  contextBelow(group: SchemaGroup, keyword: string, key: string, child: JsonObject): SchemaContext;
  contextInPlace(schema: JsonObject, context: SchemaContext, keyword: string, child: JsonValue): SchemaContext;
  /** Returns schemas of values with a part that one of a schema's alternatives marks, and that no other declares unmarked. */
  holdingForeign(schema: JsonObject): readonly JsonObject[];
  /** Returns a text that is equal for the same schemas. */
  keyOf(context: SchemaContext): string;
}

/** The maximum size of a context. A larger one is dropped, so that its schemas only count for themselves. */
const maxContext = 64;

/** The maximum number of marked parts to search for in all alternatives of a schema; others only affect their own. */
const maxHeld = 1_000;

const cache = new WeakMap<Schemas, Map<PropertyMark, MarkedSchemas>>();

/** Returns the schemas of a contract with respect to one mark. */
export function markedSchemas(schemas: Schemas, mark: PropertyMark): MarkedSchemas {
  const known = cache.get(schemas) ?? new Map<PropertyMark, MarkedSchemas>();
  cache.set(schemas, known);
  let found = known.get(mark);
  if (!found) known.set(mark, (found = createMarkedSchemas(schemas, mark)));
  return found;
}

function createMarkedSchemas(schemas: Schemas, mark: PropertyMark): MarkedSchemas {
  const resolve = (schema: JsonObject) => referencedSchema(schema, schemas);
  const isMarked = createHasMark(mark, schemas);
  const alwaysApplying = foldSchemas(conjuncts, schemas);

  const reaching = reachingComponents(schemas, mark);
  const reached = new WeakMap<JsonObject, boolean>();
  const reaches = (schema: JsonValue | undefined): boolean => {
    if (!isObject(schema)) return false;
    let found = reached.get(schema);
    if (found === undefined) {
      const component = referencedName(schema);
      found = schema[mark] === true || (component !== undefined && reaching.has(component)) || subschemas(schema).some(reaches);
      reached.set(schema, found);
    }
    return found;
  };

  /** Returns all schemas that apply along with a schema; `without` excludes some of its own keywords. */
  const collect = (schema: JsonValue | undefined, into: Set<JsonObject>, without: readonly string[] = []): void => {
    if (!isObject(schema) || into.has(schema)) return;
    into.add(schema);
    if (!without.includes("$ref")) collect(resolve(schema), into);
    for (const keyword of [...inPlace, "if"]) {
      if (!without.includes(keyword)) for (const child of subschemasAt(schema, keyword)) collect(child, into);
    }
  };

  const closures = new WeakMap<JsonObject, ReadonlySet<JsonObject>>();
  const closureOf = (schema: JsonValue): ReadonlySet<JsonObject> => {
    if (!isObject(schema)) return new Set();
    let found = closures.get(schema);
    if (!found) {
      const all = new Set<JsonObject>();
      collect(schema, all);
      closures.set(schema, (found = all));
    }
    return found;
  };

  const isForeign = (group: SchemaGroup, name: string) => [...group].some((schema) => describing(schema, name).some(isMarked));

  /** Returns a schema's schemas for the property of a name. */
  const describing = (schema: JsonObject, name: string): readonly JsonValue[] => {
    const found = propertySchemas(schema, name);
    const rest = own(schema, "unevaluatedProperties");
    if (found.length > 0 || rest === undefined) return found;
    return [...closureOf(schema)].some((part) => propertySchemas(part, name).length > 0) ? [] : [rest];
  };

  /** Returns a schema's other schemas for the part that a keyword of another schema describes. */
  const othersFor = (schema: JsonObject, keyword: string, key: string): readonly JsonValue[] => {
    const all = (name: string) => subschemasAt(schema, name);
    switch (keyword) {
      case "properties":
        return describing(schema, key);
      case "prefixItems": {
        const item = all("prefixItems")[Number(key)];
        return item === undefined ? all("items") : [item];
      }
      case "items":
      case "contains":
        return [...all("items"), ...all("prefixItems")];
      case "patternProperties": {
        const property = own(ownObject(schema, "patternProperties"), key);
        return property === undefined ? [] : [property];
      }
      default:
        return keyword === "additionalProperties" ? all("additionalProperties") : [];
    }
  };

  /** Returns the schemas that always apply along with a schema: without alternatives and conditions. */
  const certain = (schema: JsonObject): ReadonlySet<JsonObject> => new Set(alwaysApplying(schema));

  /** Returns names that a schema requires and doesn't always mark itself. */
  const needs = new WeakMap<JsonObject, readonly string[]>();
  const needsOf = (schema: JsonObject): readonly string[] => {
    let found = needs.get(schema);
    if (!found) {
      const known = certain(schema);
      found = [...new Set([...closureOf(schema)].flatMap(requiredNames))].filter((name) => !isForeign(known, name));
      needs.set(schema, found);
    }
    return found;
  };

  /** Returns the schemas that matter to another: they mark properties that it requires, or parts below that it describes too. */
  const contextFor = (child: JsonValue, applied: SchemaGroup): SchemaContext => {
    if (!isObject(child)) return [];
    const closure = closureOf(child);
    const known = certain(child);
    const others = [...applied].filter(
      (schema) => !known.has(schema) && below.some((key) => subschemasAt(schema, key).some(reaches)),
    );
    if (others.length === 0) return [];
    const describes = (schema: JsonObject) =>
      [...closure].some((part) =>
        below.some((keyword) =>
          keysOf(part, keyword).some((key) =>
            othersFor(schema, keyword, key).some((other) => !isSame(part, keyword, key, other) && reachesBelow(other)),
          ),
        ),
      );
    const context = others.filter((schema) => {
      const only = new Set([schema]);
      return needsOf(child).some((name) => isForeign(only, name)) || describes(schema);
    });
    return context.length > maxContext ? [] : context;
  };

  /** Returns whether there is a mark within the values of a schema, not only on the schema itself. */
  const reachesBelow = (schema: JsonValue) =>
    [...closureOf(schema)].some((part) => below.some((keyword) => subschemasAt(part, keyword).some(reaches)));

  /**
   * Returns schemas of the values with a part that a schema marks. `rivals` are its alternatives for the same value: a part that
   * one of them declares without the mark may be present. Recursive schemas are followed once.
   */
  function* holding(schema: JsonValue, rivals: readonly JsonValue[], outer: readonly JsonValue[]): Generator<JsonObject> {
    if (!isObject(schema) || !reaches(schema) || outer.includes(schema)) return;
    const inner = [...outer, schema];
    yield* holding(resolve(schema) ?? true, rivals, inner);
    for (const part of subschemasAt(schema, "allOf")) yield* holding(part, rivals, inner);
    yield* holdingByAlternatives(schema, rivals, inner);
    const parts = rivals.flatMap((rival) => [...closureOf(rival)]);
    const below = function* (part: JsonValue, others: readonly JsonValue[]): Generator<JsonObject | true> {
      if (!isMarked(part)) yield* holding(part, others, inner);
      else if (others.every(isMarked)) yield true;
    };
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {})) {
      const others = parts.flatMap((part) => own(ownObject(part, "properties"), name) ?? []);
      for (const held of below(property, others)) {
        yield {
          type: "object",
          required: [name],
          ...(held !== true && {
            properties: Object.fromEntries([[name, held]]),
          }),
        };
      }
    }
    for (const [pattern, property] of Object.entries(ownObject(schema, "patternProperties") ?? {})) {
      const matching = (part: JsonObject) =>
        Object.entries(ownObject(part, "properties") ?? {}).filter(([name]) => isMatch(pattern, name));
      const others = parts.flatMap((part) => [
        ...matching(part).map(([, other]) => other),
        ...othersFor(part, "patternProperties", pattern),
      ]);
      for (const held of below(property, others)) {
        yield {
          type: "object",
          not: {
            patternProperties: Object.fromEntries([[pattern, held === true ? false : { not: held }]]),
          },
        };
      }
    }
    for (const items of subschemasAt(schema, "items")) {
      const others = parts.flatMap((part) => subschemasAt(part, "items"));
      for (const held of below(items, others)) {
        yield {
          type: "array",
          ...(held === true ? { minItems: 1 } : { contains: held }),
        };
      }
    }
  }

  /** The same for schemas that apply only to some values of a schema. */
  function* holdingByAlternatives(
    schema: JsonObject,
    rivals: readonly JsonValue[],
    outer: readonly JsonValue[],
  ): Generator<JsonObject> {
    const [asked, met, unmet] = ["if", "then", "else"].map((keyword) => subschemasAt(schema, keyword)) as [
      readonly JsonValue[],
      readonly JsonValue[],
      readonly JsonValue[],
    ];
    const groups = [
      ...["anyOf", "oneOf"].map((keyword) => subschemasAt(schema, keyword).map((branch) => [branch])),
      [[...asked, ...met], unmet],
      ...subschemasAt(schema, "dependentSchemas").map((dependent) => [[dependent]]),
    ];
    for (const group of groups) {
      for (const branch of group) {
        const others = group.filter((other) => other !== branch).flat();
        for (const part of branch) yield* holding(part, [...rivals, ...others], outer);
      }
    }
    const contained = Object.hasOwn(schema, "maxContains") ? [] : subschemasAt(schema, "contains");
    for (const item of contained) {
      if (isMarked(item)) yield { type: "array", contains: item };
      else for (const held of holding(item, [], outer)) yield { type: "array", contains: held };
    }
  }

  const numbers = new WeakMap<JsonObject, number>();
  let count = 0;

  return {
    isMarked,
    reaches,
    groupOf: (schema, context) => {
      const group = new Set(context);
      collect(schema, group);
      return group;
    },
    isForeign,
    requiresForeign: (branch, group) =>
      [...closureOf(branch)].some((schema) => requiredNames(schema).some((name) => isForeign(group, name))),
    contextBelow(group, keyword, key, child) {
      const applied = new Set<JsonObject>();
      for (const schema of group) {
        for (const part of othersFor(schema, keyword, key)) for (const each of closureOf(part)) applied.add(each);
      }
      return contextFor(child, applied);
    },
    holdingForeign(schema) {
      const found = new Map<string, JsonObject>();
      for (const held of holdingByAlternatives(schema, [], [schema])) {
        found.set(JSON.stringify(held), held);
        if (found.size === maxHeld) break;
      }
      return [...found.values()];
    },
    contextInPlace(schema, context, keyword, child) {
      const applied = new Set(context);
      collect(schema, applied, exclusive[keyword]);
      return contextFor(child, applied);
    },
    keyOf: (context) =>
      context
        .map((schema) => {
          const known = numbers.get(schema);
          if (known === undefined) numbers.set(schema, count++);
          return known ?? count - 1;
        })
        .sort((a, b) => a - b)
        .join(),
  };
}

/** The keywords to exclude from a keyword's context: alternatives to it, which may not apply. */
const exclusive: Readonly<Record<string, readonly string[]>> = {
  $ref: ["$ref"],
  anyOf: ["anyOf"],
  oneOf: ["oneOf"],
  then: ["else"],
  else: ["then", "if"],
};

/** Keywords whose schemas describe parts of the value. */
const below = ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "prefixItems"];

const matches = createPatternMatches();

function isMatch(pattern: string, name: string): boolean {
  return matches(pattern, name, () => undefined) === "yes";
}

/** Returns the schemas in `properties`, `patternProperties` and `additionalProperties` for the property of a name. */
export function propertySchemas(schema: JsonObject, name: string): readonly JsonValue[] {
  const property = own(ownObject(schema, "properties"), name);
  const patterns = Object.entries(ownObject(schema, "patternProperties") ?? {});
  const matching = patterns.filter(([pattern]) => isMatch(pattern, name));
  const found = [...(property === undefined ? [] : [property]), ...matching.map(([, value]) => value)];
  return found.length > 0 ? found : subschemasAt(schema, "additionalProperties");
}

function requiredNames(schema: JsonObject): string[] {
  const dependent = ownObject(schema, "dependentRequired") ?? {};
  return [...ownStrings(schema, "required"), ...Object.keys(dependent).flatMap((key) => ownStrings(dependent, key))];
}

/** Returns the names under which a keyword has schemas. */
function keysOf(schema: JsonObject, keyword: string): readonly string[] {
  const value = own(schema, keyword);
  if (typeof value !== "object" || value === null) return [];
  return subschemaKeywords[keyword]!.holds === "one" ? [""] : Object.keys(value);
}

function isSame(schema: JsonObject, keyword: string, key: string, other: JsonValue): boolean {
  const value = own(schema, keyword);
  return value === other || own(value, key) === other;
}

/** Returns the names of components that can reach a mark. */
function reachingComponents(schemas: Schemas, mark: PropertyMark): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const reaching = new Set<string>();
  for (const [name, schema] of schemas) {
    const visit = (part: JsonValue): void => {
      if (!isObject(part)) return;
      if (part[mark] === true) reaching.add(name);
      const component = referencedName(part);
      if (component !== undefined) (users.get(component) ?? users.set(component, []).get(component)!).push(name);
      subschemas(part).forEach(visit);
    };
    visit(schema);
  }
  // A set visits elements that are added during the iteration.
  for (const name of reaching) for (const user of users.get(name) ?? []) reaching.add(user);
  return reaching;
}
