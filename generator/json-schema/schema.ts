import { hasType, jsonTypes, parsePointer, typesOf } from "../../templates/runtime/json.js";
import { foldSchemas, unionKeywords, type Question } from "../document/fold-schema.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { createHasMark, foreignMarks, type HasMark } from "../document/property-mark.js";
import { referencedSchema } from "../document/reference.js";
import { subschemasAt } from "../document/visitor.js";
import { createSchemaEvaluator, type Direction, type InstanceEvaluator } from "./interpreter.js";

/** The scope for resolving references: a bundled document, or its schemas by name. */
export type SchemaSource = JsonObject | ReadonlyMap<string, JsonValue>;

/** A type of JSON Schema. */
export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/** A part of a schema's values: a member of its objects, or the elements of its lists. */
export interface Member {
  readonly schema: Schema;
  /** Whether every valid object has it. */
  readonly isRequired: boolean;
}

/** Creates a question about the schemas of one source. */
export type AskAbout<Answer> = (schemas: Schemas) => Question<Answer>;

/**
 * Returns the schemas of a document or a contract, for values in a direction. Documents don't change once they are loaded, so each
 * question about a schema is answered once.
 */
export function schemasIn(source: SchemaSource, direction?: Direction): Schemas {
  const byDirection = sources.get(source) ?? new Map<Direction | undefined, Schemas>();
  sources.set(source, byDirection);
  const schemas = byDirection.get(direction) ?? new Schemas(source, direction);
  byDirection.set(direction, schemas);
  return schemas;
}

const sources = new WeakMap<SchemaSource, Map<Direction | undefined, Schemas>>();

function componentsOf(source: SchemaSource): ReadonlyMap<string, JsonValue> {
  if (source instanceof Map) return source as ReadonlyMap<string, JsonValue>;
  return new Map(Object.entries(ownObject(own(source as JsonObject, "components"), "schemas") ?? {}));
}

/** The limits for the values of questions, which are small. */
const evaluationLimits = { steps: 100_000, stepsInAll: Infinity, errors: 0 };

/** The schemas of a document or a contract. */
export class Schemas {
  readonly components: ReadonlyMap<string, JsonValue>;
  readonly direction: Direction | undefined;
  readonly #hasForeignMark: HasMark;
  #evaluate: InstanceEvaluator | undefined;
  readonly #schemas = new WeakMap<JsonObject, Schema>();
  readonly #unions = new WeakMap<readonly JsonValue[], Schema>();
  readonly #questions = new Map<AskAbout<unknown>, (schema: JsonValue | undefined) => unknown>();

  constructor(source: SchemaSource, direction: Direction | undefined) {
    this.components = componentsOf(source);
    this.direction = direction;
    this.#hasForeignMark = direction === undefined ? () => false : createHasMark(foreignMarks[direction], this.components);
  }

  /** Returns the schema of a node; a missing one accepts any value. */
  of(node: JsonValue | undefined): Schema {
    if (!isObject(node)) return new Schema(node !== false, this);
    const schema = this.#schemas.get(node) ?? new Schema(node, this);
    this.#schemas.set(node, schema);
    return schema;
  }

  /** Returns the schema of the values that at least one of some schemas accepts. */
  anyOf(nodes: readonly JsonValue[]): Schema {
    const union = this.#unions.get(nodes) ?? this.of(nodes.length === 1 ? nodes[0] : { anyOf: [...nodes] });
    this.#unions.set(nodes, union);
    return union;
  }

  /** Answers a question, which is a constant of its module. */
  ask<Answer>(about: AskAbout<Answer>, node: JsonValue | undefined): Answer {
    const ask = this.#questions.get(about) ?? foldSchemas(about(this), this.components);
    this.#questions.set(about, ask);
    return ask(node) as Answer;
  }

  /** Returns whether a value is valid for a schema; false if it is not certain. */
  accepts(node: JsonValue, value: JsonValue): boolean {
    this.#evaluate ??= createSchemaEvaluator(this.components, evaluationLimits);
    return this.#evaluate(node, value, this.direction).isValid === true;
  }

  /** Returns whether only the other side sends the values of a schema. */
  isForeign(node: JsonValue | undefined): boolean {
    return this.#hasForeignMark(node);
  }
}

/**
 * A schema in its document: what holds of all its values, by its own keywords and by the schemas that it applies to them. The
 * interpreter decides about values, the visitor visits documents, and this object answers questions about schemas.
 */
export class Schema {
  /** An object of the document, or a boolean. */
  readonly node: JsonObject | boolean;
  readonly #schemas: Schemas;

  constructor(node: JsonObject | boolean, schemas: Schemas) {
    this.node = node;
    this.#schemas = schemas;
  }

  /** Returns the answer to a question about the values of this schema. */
  ask<Answer>(about: AskAbout<Answer>): Answer {
    return this.#schemas.ask(about, this.node);
  }

  /** The direct target of its reference; keywords next to it apply too. Absent without one, or if it leads nowhere. */
  get target(): Schema | undefined {
    const target = referencedSchema(this.node, this.#schemas.components);
    return target === undefined ? undefined : this.#schemas.of(target);
  }

  /** The schema behind references that have no keywords next to them. */
  get resolved(): Schema {
    const isBare = isObject(this.node) && Object.keys(this.node).every((key) => key === "$ref");
    return (isBare ? this.target?.resolved : undefined) ?? this;
  }

  /** The objects that apply to all values: its own, its target's, and those of the parts of `allOf`. */
  get all(): readonly JsonObject[] {
    return this.ask(aboutConjuncts);
  }

  /** The schema, its alternatives and theirs, all behind their references. */
  get alternatives(): ReadonlySet<Schema> {
    const found = new Set<Schema>([this.resolved]);
    for (const { node } of found) {
      if (!isObject(node)) continue;
      for (const keyword of unionKeywords)
        for (const branch of subschemasAt(node, keyword)) found.add(this.#schemas.of(branch).resolved);
    }
    return found;
  }

  /** The types that values may have: `integer` if they may be whole numbers, `number` if they may have fractions. */
  get types(): ReadonlySet<SchemaType> {
    return this.ask(aboutTypes);
  }

  /** Returns whether a value is valid; false if it is not certain. */
  accepts(value: JsonValue): boolean {
    return this.#schemas.accepts(this.node, value);
  }

  /** Returns whether no other type than this one is valid. */
  isEvery(type: SchemaType): boolean {
    return this.types.size === 1 && this.types.has(type);
  }

  /** Returns whether all values have a type, except null. */
  isOnly(type: keyof typeof aboutOnlyType): boolean {
    return this.ask(aboutOnlyType[type]) === true;
  }

  /** Whether null is listed as a type or a value. */
  get isNullable(): boolean {
    return this.ask(aboutNull) === true;
  }

  /** The only valid value, if a `const` or an `enum` leaves one. */
  get onlyValue(): JsonValue | undefined {
    const values = this.ask(aboutValues);
    return values?.size === 1 ? [...values.values()][0] : undefined;
  }

  /** The valid strings in source order; `undefined` if any string may be valid, or if none is. */
  get texts(): readonly string[] | undefined {
    const texts = this.ask(aboutTexts);
    return texts && texts.size > 0 ? [...texts] : undefined;
  }

  /** Whether nothing describes the contents of its objects: any object is valid, or any value at all. */
  get isFreeForm(): boolean {
    return this.ask(aboutFreedom);
  }

  /** The members that the schema or one of its alternatives describes by name. */
  get members(): ReadonlyMap<string, Member> {
    const names = [...this.ask(aboutParts).parts.keys()].filter((name) => typeof name === "string");
    return new Map(names.map((name) => [name, this.#part(name)!]));
  }

  /** Returns the description of a member. */
  member(name: string): Member | undefined {
    return this.#part(name);
  }

  /** The elements of its lists; required if no list is empty. */
  get items(): Member | undefined {
    return this.#part(items);
  }

  /** Returns the description of the value at a JSON pointer; `0` stands for the elements of a list. */
  at(pointer: string): Member | undefined {
    let at: Member | undefined = { schema: this, isRequired: true };
    for (const name of parsePointer(pointer)) {
      const { schema, isRequired }: Member = at;
      const part: Member | undefined = schema.member(name) ?? (name === "0" ? schema.items : undefined);
      if (!part) return undefined;
      at = { schema: part.schema, isRequired: isRequired && part.isRequired };
    }
    return at;
  }

  /** Returns whether every valid object has at least one of some members. Each alternative may require another of them. */
  requiresOneOf(names: ReadonlySet<string>): boolean {
    const requires = (schema: JsonObject) => requiredIn(schema, this.#schemas).some((name) => names.has(name)) || undefined;
    const isObjectOrList = (schema: JsonValue) => mayContain(this.#schemas.of(schema));
    return foldSchemas(ensures(requires, isObjectOrList), this.#schemas.components)(this.node) === true;
  }

  #part(key: string | typeof items): Member | undefined {
    const { parts, required } = this.ask(aboutParts);
    const schemas = parts.get(key);
    return schemas && { schema: this.#schemas.anyOf(schemas), isRequired: required.has(key) };
  }
}

const aboutConjuncts: AskAbout<readonly JsonObject[]> = () => ({
  own: (schema) => [schema],
  all: (lists) => [...new Set(lists.flat())],
  any: () => [],
  anything: [],
  nothing: [],
  unknown: [],
});

const everyType = new Set(jsonTypes) as ReadonlySet<SchemaType>;

const aboutTypes: AskAbout<ReadonlySet<SchemaType>> = () => ({
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

/** A question whether a schema ensures something by itself, by a schema that applies too, or in all alternatives that count. */
function ensures(
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

const aboutOnlyType = {
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
      (alternative) => !isNull(schemas.of(alternative)),
    );
}

function isNull({ types }: Schema): boolean {
  return types.size === 1 && types.has("null");
}

function mayContain({ types }: Schema): boolean {
  return types.has("object") || types.has("array");
}

const aboutNull: AskAbout<boolean | undefined> = () => ({
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

const aboutValues: AskAbout<ReadonlyMap<string, JsonValue> | undefined> = () => ({
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

const aboutTexts: AskAbout<ReadonlySet<string> | undefined> = (schemas) => ({
  own: (schema) => {
    const values = valuesIn(schema);
    return values && new Set(values.filter((value) => typeof value === "string"));
  },
  all: (answers) => {
    const known = answers.filter((texts) => texts !== undefined);
    return known.length === 0 ? undefined : intersect(known);
  },
  any: (answers) => (answers.includes(undefined) ? undefined : unite(answers as ReadonlySet<string>[])),
  counts: (alternative) => schemas.of(alternative).types.has("string"),
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

const aboutFreedom: AskAbout<boolean> = (schemas) => ({
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
  counts: (alternative) => !isNull(schemas.of(alternative)),
  anything: true,
  nothing: false,
  unknown: true,
});

/** The key of a list's elements. */
const items: unique symbol = Symbol("items");

/** The parts of a schema's values. */
interface Parts {
  /** For each part, schemas of which one is sufficient. */
  readonly parts: ReadonlyMap<string | typeof items, readonly JsonValue[]>;
  readonly required: ReadonlySet<string | typeof items>;
}

const noParts: Parts = { parts: new Map(), required: new Set() };

const aboutParts: AskAbout<Parts> = (schemas) => ({
  own(schema) {
    const parts = new Map<string | typeof items, readonly JsonValue[]>();
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {}))
      if (property !== false && !schemas.isForeign(property)) parts.set(name, [schemas.of(property).resolved.node]);
    const prefix = own(schema, "prefixItems");
    const element = Array.isArray(prefix) ? prefix[0] : own(schema, "items");
    if (element !== undefined && element !== false) parts.set(items, [schemas.of(element).resolved.node]);
    const required = new Set<string | typeof items>(requiredIn(schema, schemas));
    if (Number(own(schema, "minItems") ?? 0) > 0) required.add(items);
    return { parts, required };
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
  counts: (alternative) => mayContain(schemas.of(alternative)),
  anything: noParts,
  nothing: noParts,
  unknown: noParts,
});

/** Returns the members that a schema's own keywords require in this direction. */
function requiredIn(schema: JsonObject, schemas: Schemas): string[] {
  const properties = ownObject(schema, "properties");
  return ownStrings(schema, "required").filter((name) => properties === undefined || !schemas.isForeign(own(properties, name)));
}

/** Returns the values that a schema's own `const` or `enum` allows. */
function valuesIn(schema: JsonObject): readonly JsonValue[] | undefined {
  const values = own(schema, "const") === undefined ? own(schema, "enum") : [schema["const"]!];
  return Array.isArray(values) ? values : undefined;
}

function unite<Item>(sets: readonly ReadonlySet<Item>[]): Set<Item> {
  return new Set(sets.flatMap((set) => [...set]));
}

function intersect<Item>([first, ...others]: readonly ReadonlySet<Item>[]): Set<Item> {
  return new Set([...(first ?? [])].filter((item) => others.every((set) => set.has(item))));
}
