import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { conjuncts, foldSchemas } from "../../document/fold-schema.js";
import { createHasMark, type HasMark, type PropertyMark } from "../../document/property-mark.js";
import { referencedName, referencedSchema } from "../../document/reference.js";
import { inPlaceKeywords, subschemaKeywords, subschemas, subschemasAt } from "../../document/visitor.js";
import { HeldParts } from "./held-parts.js";
import { propertySchemas } from "./property-schemas.js";
import type { Schemas } from "./variant.js";

/** Further schemas that apply to the same value as a given schema, in place and through references. */
export type SchemaContext = readonly JsonObject[];

/** Keywords whose schemas apply to the same value. */
export const inPlace: ReadonlySet<string> = new Set(inPlaceKeywords.filter((name) => subschemaKeywords[name]!.asserts));

/** The schemas that apply to the same value: its context, the schema itself, and the ones that it combines. */
type SchemaGroup = ReadonlySet<JsonObject>;

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
  if (!found) known.set(mark, (found = new MarkedSchemas(schemas, mark)));
  return found;
}

/** Determines which properties have a mark in any of the schemas of a value. */
export class MarkedSchemas {
  readonly #schemas: Schemas;
  readonly #mark: PropertyMark;
  /** Returns whether a schema only describes values with the mark. */
  readonly isMarked: HasMark;
  readonly #alwaysApplying: (schema: JsonObject) => readonly JsonObject[];
  readonly #reaching: ReadonlySet<string>;
  readonly #reached = new WeakMap<JsonObject, boolean>();
  readonly #closures = new WeakMap<JsonObject, ReadonlySet<JsonObject>>();
  /** Names that a schema requires and doesn't always mark itself. */
  readonly #needs = new WeakMap<JsonObject, readonly string[]>();
  readonly #held: HeldParts;
  readonly #numbers = new WeakMap<JsonObject, number>();
  #count = 0;

  constructor(schemas: Schemas, mark: PropertyMark) {
    this.#schemas = schemas;
    this.#mark = mark;
    this.isMarked = createHasMark(mark, schemas);
    this.#alwaysApplying = foldSchemas(conjuncts, schemas);
    this.#reaching = reachingComponents(schemas, mark);
    this.#held = new HeldParts({
      schemas,
      isMarked: this.isMarked,
      reaches: (schema) => this.reaches(schema),
      closureOf: (schema) => this.#closureOf(schema),
      othersFor: (schema, keyword, key) => this.#othersFor(schema, keyword, key),
    });
  }

  /** Returns whether a schema, or anything reachable from it, has the mark. */
  reaches(schema: JsonValue | undefined): boolean {
    if (!isObject(schema)) return false;
    let found = this.#reached.get(schema);
    if (found === undefined) {
      const component = referencedName(schema);
      const isReaching = schema[this.#mark] === true || (component !== undefined && this.#reaching.has(component));
      found = isReaching || subschemas(schema).some((part) => this.reaches(part));
      this.#reached.set(schema, found);
    }
    return found;
  }

  /** Returns the schemas that apply to the same value as a schema. */
  groupOf(schema: JsonObject, context: SchemaContext): SchemaGroup {
    const group = new Set(context);
    this.#collect(schema, group);
    return group;
  }

  /** Returns whether some schema of a group gives a property the mark. */
  isForeign(group: SchemaGroup, name: string) {
    return [...group].some((schema) => this.#describing(schema, name).some(this.isMarked));
  }

  /** Returns whether a group requires, in any of its branches, a property with the mark. */
  requiresForeign(branch: JsonValue, group: SchemaGroup): boolean {
    return [...this.#closureOf(branch)].some((schema) => requiredNames(schema).some((name) => this.isForeign(group, name)));
  }

  /** Returns the context of a subschema for a part of the value, by name. */
  contextBelow(group: SchemaGroup, keyword: string, key: string, child: JsonObject): SchemaContext {
    const applied = new Set<JsonObject>();
    for (const schema of group) {
      for (const part of this.#othersFor(schema, keyword, key)) for (const each of this.#closureOf(part)) applied.add(each);
    }
    return this.#contextFor(child, applied);
  }

  /** Returns the context of a subschema in place. */
  contextInPlace(schema: JsonObject, context: SchemaContext, keyword: string, child: JsonValue): SchemaContext {
    const applied = new Set(context);
    this.#collect(schema, applied, exclusive[keyword]);
    return this.#contextFor(child, applied);
  }

  /** Returns schemas of values with a part that one of a schema's alternatives marks, and that no other declares unmarked. */
  holdingForeign(schema: JsonObject): readonly JsonObject[] {
    const found = new Map<string, JsonObject>();
    for (const held of this.#held.byAlternatives(schema, [], [schema])) {
      found.set(JSON.stringify(held), held);
      if (found.size === maxHeld) break;
    }
    return [...found.values()];
  }

  /** Returns a text that is equal for the same schemas. */
  keyOf(context: SchemaContext): string {
    return context
      .map((schema) => {
        const known = this.#numbers.get(schema);
        if (known === undefined) this.#numbers.set(schema, this.#count++);
        return known ?? this.#count - 1;
      })
      .sort((a, b) => a - b)
      .join();
  }

  /** Returns all schemas that apply along with a schema; `without` excludes some of its own keywords. */
  #collect(schema: JsonValue | undefined, into: Set<JsonObject>, without: readonly string[] = []): void {
    if (!isObject(schema) || into.has(schema)) return;
    into.add(schema);
    if (!without.includes("$ref")) this.#collect(referencedSchema(schema, this.#schemas), into);
    for (const keyword of [...inPlace, "if"]) {
      if (!without.includes(keyword)) for (const child of subschemasAt(schema, keyword)) this.#collect(child, into);
    }
  }

  #closureOf(schema: JsonValue): ReadonlySet<JsonObject> {
    if (!isObject(schema)) return new Set();
    let found = this.#closures.get(schema);
    if (!found) {
      const all = new Set<JsonObject>();
      this.#collect(schema, all);
      this.#closures.set(schema, (found = all));
    }
    return found;
  }

  /** Returns a schema's schemas for the property of a name. */
  #describing(schema: JsonObject, name: string): readonly JsonValue[] {
    const found = propertySchemas(schema, name);
    const rest = own(schema, "unevaluatedProperties");
    if (found.length > 0 || rest === undefined) return found;
    return [...this.#closureOf(schema)].some((part) => propertySchemas(part, name).length > 0) ? [] : [rest];
  }

  /** Returns a schema's other schemas for the part that a keyword of another schema describes. */
  #othersFor(schema: JsonObject, keyword: string, key: string): readonly JsonValue[] {
    const all = (name: string) => subschemasAt(schema, name);
    switch (keyword) {
      case "properties":
        return this.#describing(schema, key);
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
  }

  /** Returns the schemas that always apply along with a schema: without alternatives and conditions. */
  #certain(schema: JsonObject): ReadonlySet<JsonObject> {
    return new Set(this.#alwaysApplying(schema));
  }

  /** Returns names that a schema requires and doesn't always mark itself. */
  #needsOf(schema: JsonObject): readonly string[] {
    let found = this.#needs.get(schema);
    if (!found) {
      const known = this.#certain(schema);
      found = [...new Set([...this.#closureOf(schema)].flatMap(requiredNames))].filter((name) => !this.isForeign(known, name));
      this.#needs.set(schema, found);
    }
    return found;
  }

  /** Returns the schemas that matter to another: they mark properties that it requires, or parts below that it describes too. */
  #contextFor(child: JsonValue, applied: SchemaGroup): SchemaContext {
    if (!isObject(child)) return [];
    const closure = this.#closureOf(child);
    const known = this.#certain(child);
    const others = [...applied].filter(
      (schema) => !known.has(schema) && below.some((key) => subschemasAt(schema, key).some((part) => this.reaches(part))),
    );
    if (others.length === 0) return [];
    const describes = (schema: JsonObject) =>
      [...closure].some((part) =>
        below.some((keyword) =>
          keysOf(part, keyword).some((key) =>
            this.#othersFor(schema, keyword, key).some(
              (other) => !isSame(part, keyword, key, other) && this.#reachesBelow(other),
            ),
          ),
        ),
      );
    const context = others.filter((schema) => {
      const only = new Set([schema]);
      return this.#needsOf(child).some((name) => this.isForeign(only, name)) || describes(schema);
    });
    return context.length > maxContext ? [] : context;
  }

  /** Returns whether there is a mark within the values of a schema, not only on the schema itself. */
  #reachesBelow(schema: JsonValue) {
    return [...this.#closureOf(schema)].some((part) =>
      below.some((keyword) => subschemasAt(part, keyword).some((part) => this.reaches(part))),
    );
  }
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
const below = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "unevaluatedItems",
];

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
