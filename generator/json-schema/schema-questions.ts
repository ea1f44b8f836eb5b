import { hasType, jsonTypes, typesOf } from "../../templates/runtime/json.js";
import { conjuncts, pieces, type Question } from "../document/fold-schema.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";

// The questions that `Schema` answers: for each, what the keywords of one schema say, and how the answers of schemas that apply
// to the same value are combined.

/** A type of JSON Schema. */
export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/** A type of JSON Schema other than null. */
export type OneType = Exclude<SchemaType, "null">;

/** What a question may ask about other schemas of its source. */
export interface SchemaScope {
  /** Answers a question, which is a constant of its module. */
  ask<Answer>(about: AskAbout<Answer>, node: JsonValue | undefined): Answer;
  /** Returns the schema behind references that have no keywords next to them. */
  resolve(node: JsonValue): JsonObject | boolean;
  /** Returns whether only the other side sends the values of a schema. */
  isForeign(node: JsonValue | undefined): boolean;
}

/** Creates a question about the schemas of one source. */
export type AskAbout<Answer> = (schemas: SchemaScope) => Question<Answer>;

/** The objects that apply to all values. */
export const aboutConjuncts: AskAbout<readonly JsonObject[]> = () => conjuncts;

/** The objects that apply to some values. */
export const aboutPieces: AskAbout<readonly JsonObject[]> = () => pieces;

const everyType = new Set(jsonTypes) as ReadonlySet<SchemaType>;

/** The types that values may have. */
export const aboutTypes: AskAbout<ReadonlySet<SchemaType>> = () => ({
  own(schema) {
    const named = typesOf(schema) as readonly SchemaType[] | undefined;
    const types = named ? new Set(named.includes("number") ? [...named, "integer" as const] : named) : everyType;
    const values = valuesIn(schema);
    return values ? new Set([...types].filter((type) => values.some((value) => hasType(value, [type])))) : types;
  },
  all: intersect,
  any: unite,
  anything: everyType,
  nothing: new Set(),
  unknown: everyType,
});

/** Returns a question whether a schema ensures something by itself, by a schema that applies too, or in all alternatives that count. */
export function ensures(
  itself: (schema: JsonObject) => boolean | undefined,
  counts: (alternative: JsonValue) => boolean,
): Question<boolean | undefined> {
  return {
    own: itself,
    all: ([first, ...others]) => first ?? (others.includes(true) ? true : undefined),
    any: (answers) => answers.every((answer) => answer === true),
    counts,
    anything: undefined,
    nothing: undefined,
    unknown: undefined,
  };
}

/** Whether all values have one type, except null. */
export const aboutOnlyType = {
  string: onlyType("string"),
  integer: onlyType("integer"),
  number: onlyType("number"),
  boolean: onlyType("boolean"),
  array: onlyType("array"),
  object: onlyType("object"),
} as const satisfies Partial<Record<SchemaType, AskAbout<boolean | undefined>>>;

function onlyType(type: SchemaType): AskAbout<boolean | undefined> {
  return (schemas) =>
    ensures(
      (schema) => {
        const types = typesOf(schema)?.filter((name) => name !== "null");
        if (types) return types.length === 1 && types[0] === type;
        const values = valuesIn(schema)?.filter((value) => value !== null);
        return values && values.length > 0 ? values.every((value) => hasType(value, [type])) : undefined;
      },
      (alternative) => !isNull(schemas.ask(aboutTypes, alternative)),
    );
}

function isNull(types: ReadonlySet<SchemaType>): boolean {
  return types.size === 1 && types.has("null");
}

/** Returns whether values of some types may contain others. */
export function mayContain(types: ReadonlySet<SchemaType>): boolean {
  return types.has("object") || types.has("array");
}

/** Whether null is listed as a type or a value. */
export const aboutNull: AskAbout<boolean | undefined> = () => ({
  own: (schema) => {
    const lists = [typesOf(schema), valuesIn(schema)].filter((list) => list !== undefined);
    return lists.length === 0 ? undefined : lists.every((list) => list.includes(null) || list.includes("null"));
  },
  all: (answers) => (answers.includes(false) ? false : answers.includes(true) ? true : undefined),
  any: (answers) => answers.includes(true),
  anything: undefined,
  nothing: false,
  unknown: undefined,
});

/** The valid values by their JSON text, if a `const` or an `enum` limits them. */
export const aboutValues: AskAbout<ReadonlyMap<string, JsonValue> | undefined> = () => ({
  own: (schema) => {
    const values = valuesIn(schema) ?? (typesOf(schema)?.every((type) => type === "null") ? [null] : undefined);
    return values && new Map(values.map((value) => [JSON.stringify(value), value]));
  },
  all: (answers) => {
    const [first, ...others] = answers.filter((values) => values !== undefined);
    return first && new Map([...first].filter(([text]) => others.every((values) => values.has(text))));
  },
  any: (answers) => (answers.includes(undefined) ? undefined : new Map(answers.flatMap((values) => [...values!]))),
  anything: undefined,
  nothing: new Map(),
  unknown: undefined,
});

/** The valid strings, if they are limited. */
export const aboutTexts: AskAbout<ReadonlySet<string> | undefined> = (schemas) => ({
  own: (schema) => {
    const values = valuesIn(schema);
    return values && new Set(values.filter((value) => typeof value === "string"));
  },
  all: (answers) => {
    const known = answers.filter((texts) => texts !== undefined);
    return known.length === 0 ? undefined : intersect(known);
  },
  any: (answers) => (answers.includes(undefined) ? undefined : unite(answers as ReadonlySet<string>[])),
  counts: (alternative) => schemas.ask(aboutTypes, alternative).has("string"),
  anything: undefined,
  nothing: undefined,
  unknown: undefined,
});

/** Keywords that describe or exclude contents of an object. */
const describing = [
  "enum",
  "const",
  "not",
  "if",
  "items",
  "prefixItems",
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
];

/** Whether nothing describes the contents of objects. */
export const aboutFreedom: AskAbout<boolean> = (schemas) => ({
  own: (schema) => {
    const types = typesOf(schema)?.filter((name) => name !== "null");
    const others = ["additionalProperties", "unevaluatedProperties"].map((keyword) => own(schema, keyword));
    return (
      (types === undefined || (types.length === 1 && types[0] === "object")) &&
      !describing.some((keyword) => Object.hasOwn(schema, keyword)) &&
      Object.keys(ownObject(schema, "properties") ?? {}).length === 0 &&
      ownStrings(schema, "required").length === 0 &&
      Number(own(schema, "maxProperties") ?? 1) !== 0 &&
      !others.some((other) => other === false || (isObject(other) && Object.keys(other).length > 0))
    );
  },
  all: (answers) => answers.every(Boolean),
  any: (answers) => answers.every(Boolean),
  counts: (alternative) => !isNull(schemas.ask(aboutTypes, alternative)),
  anything: true,
  nothing: false,
  unknown: true,
});

/** The key of a list's elements. */
export const items: unique symbol = Symbol("items");

/** The parts of a schema's values. */
export interface Parts {
  /** For each part, schemas of which one is sufficient. */
  readonly parts: ReadonlyMap<string | typeof items, readonly JsonValue[]>;
  readonly required: ReadonlySet<string | typeof items>;
}

const noParts: Parts = { parts: new Map(), required: new Set() };

/** The members and elements that a schema describes. */
export const aboutParts: AskAbout<Parts> = (schemas) => ({
  own(schema) {
    const parts = new Map<string | typeof items, readonly JsonValue[]>();
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {}))
      if (property !== false && !schemas.isForeign(property)) parts.set(name, [schemas.resolve(property)]);
    const prefix = own(schema, "prefixItems");
    const element = Array.isArray(prefix) ? prefix[0] : (own(schema, "items") ?? own(schema, "unevaluatedItems"));
    if (element !== undefined && element !== false) parts.set(items, [schemas.resolve(element)]);
    const required = new Set<string | typeof items>(requiredIn(schema, schemas));
    if (Number(own(schema, "minItems") ?? 0) > 0) required.add(items);
    return parts.size + required.size === 0 ? noParts : { parts, required };
  },
  all(answers) {
    const described = answers.filter(({ parts, required }) => parts.size > 0 || required.size > 0);
    if (described.length < 2) return described[0] ?? noParts;
    const parts = new Map<string | typeof items, readonly JsonValue[]>();
    for (const key of unite(described.map(({ parts: own }) => new Set(own.keys())))) {
      const lists = [...new Set(described.flatMap(({ parts: own }) => [own.get(key)].filter((list) => list !== undefined)))];
      const each = [...new Set(lists.map((list) => (list.length === 1 ? list[0]! : { anyOf: [...list] })))];
      parts.set(key, lists.length === 1 ? lists[0]! : each.length === 1 ? each : [{ allOf: each }]);
    }
    return { parts, required: unite(described.map(({ required }) => required)) };
  },
  any(answers) {
    const lists = new Map<string | typeof items, Set<JsonValue>>();
    for (const [key, schemas] of answers.flatMap(({ parts }) => [...parts])) {
      const list = lists.get(key) ?? new Set();
      lists.set(key, list);
      for (const schema of schemas) list.add(schema);
    }
    const parts: Parts["parts"] = new Map([...lists].map(([key, list]) => [key, [...list]] as const));
    return { parts, required: intersect(answers.map(({ required }) => required)) };
  },
  counts: (alternative) => mayContain(schemas.ask(aboutTypes, alternative)),
  anything: noParts,
  nothing: noParts,
  unknown: noParts,
});

/** Returns the members that a schema's own keywords require in this direction. */
export function requiredIn(schema: JsonObject, schemas: SchemaScope): string[] {
  const properties = ownObject(schema, "properties");
  return ownStrings(schema, "required").filter((name) => properties === undefined || !schemas.isForeign(own(properties, name)));
}

/** Returns the values that a schema's own `const` or `enum` allows. */
export function valuesIn(schema: JsonObject): readonly JsonValue[] | undefined {
  const values = own(schema, "const") === undefined ? own(schema, "enum") : [schema["const"]!];
  return Array.isArray(values) ? values : undefined;
}

function unite<Item>(sets: readonly ReadonlySet<Item>[]): Set<Item> {
  return new Set(sets.flatMap((set) => [...set]));
}

function intersect<Item>([first, ...others]: readonly ReadonlySet<Item>[]): Set<Item> {
  return new Set([...(first ?? [])].filter((item) => others.every((set) => set.has(item))));
}
