import { parsePointer } from "../../templates/runtime/json.js";
import { foldSchemas, unionKeywords } from "../document/fold-schema.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { createHasMark, foreignMarks, type HasMark } from "../document/property-mark.js";
import { referencedName, referencedSchema, resolveSchema } from "../document/reference.js";
import { subschemasAt } from "../document/visitor.js";
import { createSchemaEvaluator, type Direction, type InstanceEvaluator } from "./interpreter.js";
import {
  aboutConjuncts,
  aboutFreedom,
  aboutNull,
  aboutOnlyType,
  aboutParts,
  aboutPieces,
  aboutTexts,
  aboutTypes,
  aboutValues,
  ensures,
  items,
  mayContain,
  requiredIn,
  type AskAbout,
  type SchemaScope,
  type SchemaType,
} from "./schema-questions.js";

/** The scope for resolving references: a bundled document, or its schemas by name. */
export type SchemaSource = JsonObject | ReadonlyMap<string, JsonValue>;

/** A part of a schema's values: a member of its objects, or the elements of its lists. */
export interface Member {
  readonly schema: Schema;
  /** Whether every valid object has it. */
  readonly isRequired: boolean;
}

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
export class Schemas implements SchemaScope {
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

  /** Returns the description of the value at a JSON pointer; a missing schema describes none. */
  at(node: JsonValue | undefined, pointer: string): Member | undefined {
    return node === undefined ? undefined : this.of(node).at(pointer);
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

  /** Returns the schema behind references that have no keywords next to them. */
  resolve(node: JsonValue): JsonObject | boolean {
    return this.of(node).resolved.node;
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

  /** The schema at the end of its references, without the keywords next to them. Absent if one leads nowhere. */
  get end(): Schema | undefined {
    const end = resolveSchema(this.node, this.#schemas.components);
    return end === undefined ? undefined : this.#schemas.of(end);
  }

  /** The name of the component that it refers to. */
  get component(): string | undefined {
    return referencedName(this.node);
  }

  /** The objects that apply to all values: its own, its target's, and those of the parts of `allOf`. */
  get all(): readonly JsonObject[] {
    return this.ask(aboutConjuncts);
  }

  /** The objects that apply to some values: these, and those of its alternatives. */
  get pieces(): readonly JsonObject[] {
    return this.ask(aboutPieces);
  }

  /** The schema, its alternatives and theirs, all at the end of their references. */
  get alternatives(): ReadonlySet<Schema> {
    const found = new Set<Schema>();
    const add = ({ end }: Schema) => end && found.add(end);
    add(this);
    for (const one of found) one.choices.forEach(add);
    return found;
  }

  /** Its own alternatives, of `anyOf` and `oneOf`, as they are written. */
  get choices(): readonly Schema[] {
    const { node } = this;
    if (!isObject(node)) return [];
    return unionKeywords.flatMap((keyword) => subschemasAt(node, keyword)).map((choice) => this.#schemas.of(choice));
  }

  /** The alternatives that have none themselves, as they are written, each once; the schema itself if it has none. */
  get branches(): readonly Schema[] {
    const seen = new Set<Schema>();
    const visit = (schema: Schema): readonly Schema[] => {
      const { end } = schema;
      if (!end || seen.has(end)) return [];
      seen.add(end);
      return end.choices.length === 0 ? [schema] : end.choices.flatMap(visit);
    };
    return visit(this);
  }

  /** The types that values may have: `integer` if they may be whole numbers, `number` if they may have fractions. */
  get types(): ReadonlySet<SchemaType> {
    return this.ask(aboutTypes);
  }

  /** Returns whether a value is valid; false if it is not certain. */
  accepts(value: JsonValue): boolean {
    return this.#schemas.accepts(this.node, value);
  }

  /** Whether its own default is valid. Nothing shows or fills in another one, which only lint reports. */
  get hasValidDefault(): boolean {
    const value = own(this.node as JsonValue, "default");
    return value !== undefined && this.accepts(value);
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

  /** The objects of which each describes it: several for a part of the values of alternatives. */
  get descriptions(): readonly JsonObject[] {
    if (!isObject(this.node)) return [{}];
    const alternatives = Object.keys(this.node).length === 1 ? subschemasAt(this.node, "anyOf") : [];
    return (alternatives.length > 0 ? alternatives : [this.node]).filter(isObject);
  }

  /** The members that every valid object has. */
  get required(): readonly string[] {
    return [...this.ask(aboutParts).required].filter((name) => typeof name === "string");
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
    const isObjectOrList = (schema: JsonValue) => mayContain(this.#schemas.of(schema).types);
    return foldSchemas(ensures(requires, isObjectOrList), this.#schemas.components)(this.node) === true;
  }

  #part(key: string | typeof items): Member | undefined {
    const { parts, required } = this.ask(aboutParts);
    const schemas = parts.get(key);
    return schemas && { schema: this.#schemas.anyOf(schemas), isRequired: required.has(key) };
  }
}
