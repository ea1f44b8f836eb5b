import { escapeSegment } from "../../templates/runtime/json.js";
import { editDistance } from "../diagnostics/suggest.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { maxNesting } from "../document/limits.js";
import { forEachSubschema, subschemaKeywords, subschemas, type Subject } from "../document/visitor.js";
import { createPatternMatches } from "./pattern/matches-of.js";

/**
 * Returns whether a schema itself marks secrets: its format is `password`, possibly misspelled, because a misspelling must not
 * expose a secret. `writeOnly` only omits a value from responses.
 */
export function isSecret(schema: JsonValue | undefined): boolean {
  const format = own(schema, "format");
  if (typeof format !== "string" || format.length > maxFormat) return false;
  return format === "password" || editDistance(format.trim().toLowerCase(), "password") <= maxMistakes;
}

const maxFormat = 40;
const maxMistakes = 2;

/** Returns whether a text is a placeholder for omitted text. */
export function isPlaceholder(text: string): boolean {
  return text === "" || /^(?:\*+|[•.xX…-]{3,}|[<[{(].*[>\]})]|\$\{?[A-Z_][A-Z0-9_]*\}?|%[A-Z_]+%|redacted|hidden)$/i.test(text);
}

/**
 * Finds secrets by their marks in schemas, behind every keyword that the visitor knows: the single definition of "secret"
 * for lint, clients, fixtures and recordings.
 */
export interface SecretSearch {
  /** Returns whether a value of the schema can contain a secret. */
  mayHold(schema: JsonValue | undefined): boolean;
  /** Calls back with each secret text of a value according to its schema, and its JSON pointer. */
  visit(schema: JsonValue | undefined, value: JsonValue, found: (text: string, pointer: string) => void): void;
  /** Returns whether a schema describes a secret text, JSON text that contains one, or a list of them. */
  isSecretText(schema: JsonValue | undefined): boolean;
  /**
   * Returns the names of properties whose values contain secrets of the given schemas. Items and properties that a pattern or
   * `additionalProperties` allows count for the enclosing property. `""` is the name of the whole value.
   */
  fields(schemas: Iterable<JsonValue | undefined>): Set<string>;
}

/** Options of a search. */
export interface SecretSearchOptions {
  /** Returns the direct target of a schema's `$ref`. */
  readonly resolve: (schema: JsonObject) => JsonValue | undefined;
  /** Returns whether values of a schema are never there; by default none is. */
  readonly isOmitted?: (schema: JsonObject) => boolean;
  /** Returns the branches of `anyOf` and `oneOf` that describe a value; by default all. */
  readonly choose?: (branches: readonly JsonValue[], value: JsonValue) => readonly JsonValue[];
  /** The maximum number of schemas to visit, for all values together; after that, nothing more is found. */
  readonly steps?: number;
}

type SchemaList = readonly (JsonValue | undefined)[];
type OnFound = (text: string, pointer: string) => void;

/** Creates a search for the schemas of a document, which may be incomplete otherwise. */
export function createSecretSearch(options: SecretSearchOptions): SecretSearch {
  const search = new Search(options);
  return {
    mayHold: (schema) => search.mayHold(schema),
    visit: (schema, value, found) => search.visit(schema, value, found),
    isSecretText: (schema) => search.isSecretText(schema),
    fields: (schemas) => search.fields(schemas),
  };
}

class Search implements SecretSearch {
  readonly #resolve: SecretSearchOptions["resolve"];
  readonly #isOmitted: NonNullable<SecretSearchOptions["isOmitted"]>;
  readonly #choose: NonNullable<SecretSearchOptions["choose"]>;
  readonly #matches = createPatternMatches();
  readonly #holding = new WeakMap<JsonObject, boolean>();
  #steps: number;

  constructor({ resolve, isOmitted = () => false, choose = (branches) => branches, steps = Infinity }: SecretSearchOptions) {
    this.#resolve = resolve;
    this.#isOmitted = isOmitted;
    this.#choose = choose;
    this.#steps = steps;
  }

  readonly #spend = (comparisons: number): void => {
    this.#steps -= comparisons;
  };

  mayHold(schema: JsonValue | undefined): boolean {
    if (!isObject(schema)) return false;
    let known = this.#holding.get(schema);
    if (known === undefined) this.#holding.set(schema, (known = this.#reaches(schema)));
    return known;
  }
  #reaches(start: JsonObject): boolean {
    const seen = new Set([start]);
    for (const schema of seen) {
      if (this.#isOmitted(schema)) continue;
      if (--this.#steps < 0 || isSecret(schema) || this.#holding.get(schema) === true) return true;
      if (this.#holding.get(schema) === false) continue;
      for (const part of [this.#resolve(schema), ...subschemas(schema)]) if (isObject(part)) seen.add(part);
    }
    for (const schema of seen) this.#holding.set(schema, false);
    return false;
  }

  isSecretText(schema: JsonValue | undefined): boolean {
    const seen = new Set([schema]);
    for (const part of seen) {
      if (!isObject(part) || !this.mayHold(part)) continue;
      if (isSecret(part)) return true;
      seen.add(this.#resolve(part));
      for (const content of partsOf(part, "content")) if (this.mayHold(content)) return true;
      for (const inner of [...partsOf(part, "value"), ...partsOf(part, "item")]) seen.add(inner);
    }
    return false;
  }

  fields(schemas: Iterable<JsonValue | undefined>): Set<string> {
    const names = new Set<string>();
    const seen = new Map<JsonObject, Set<string>>();
    const queue: [schema: JsonValue | undefined, name: string][] = Array.from(schemas, (schema) => [schema, ""]);
    for (const [schema, name] of queue) {
      if (!isObject(schema) || !this.mayHold(schema)) continue;
      const known = seen.get(schema) ?? new Set();
      if (known.has(name)) continue;
      seen.set(schema, known.add(name));
      if (isSecret(schema)) names.add(name);
      queue.push([this.#resolve(schema), name]);
      forEachSubschema(schema, (part, { subject }, step) => {
        if (subject === "content" && this.mayHold(part)) names.add(name);
        if (subject !== "nothing") queue.push([part, step.key === "properties" ? String(step.name) : name]);
      });
    }
    return names;
  }

  /** Returns the schemas that all describe one value. */
  #applying(schemas: SchemaList, value: JsonValue): JsonObject[] {
    const seen = new Set<JsonObject>();
    const add = (schema: JsonValue | undefined) => {
      if (isObject(schema) && this.mayHold(schema)) seen.add(schema);
    };
    schemas.forEach(add);
    for (const schema of seen) {
      if (--this.#steps < 0) return [];
      add(this.#resolve(schema));
      forEachSubschema(schema, (part, { subject }, { key, name }) => {
        if (subject !== "value" || isChoice(key)) return;
        if (key !== "dependentSchemas" || own(value, String(name)) !== undefined) add(part);
      });
      for (const branches of [own(schema, "anyOf"), own(schema, "oneOf")]) {
        if (Array.isArray(branches) && branches.some((branch) => this.mayHold(branch)))
          this.#choose(branches, value).forEach(add);
      }
    }
    return [...seen];
  }

  #ofProperty(schema: JsonObject, name: string): SchemaList {
    const patterns = Object.entries(ownObject(schema, "patternProperties") ?? {});
    const named = [
      own(ownObject(schema, "properties"), name),
      ...patterns.flatMap(([pattern, part]) => (this.#matches(pattern, name, this.#spend) === "no" ? [] : [part])),
    ].filter((part) => part !== undefined);
    return named.length > 0 ? named : firstOf(schema, otherProperties);
  }

  visit(schema: JsonValue | undefined, value: JsonValue, found: OnFound): void {
    this.#visitAll([schema], value, "", found);
  }

  #visitAll(schemas: SchemaList, value: JsonValue, pointer: string, found: OnFound, depth = 0): void {
    const applied = depth > maxNesting ? [] : this.#applying(schemas, value);
    if (applied.length === 0) return;
    const within = (partsOf: (schema: JsonObject) => SchemaList, part: JsonValue, at: string, onSecret = found) =>
      this.#visitAll(applied.flatMap(partsOf), part, at, onSecret, depth + 1);
    if (typeof value === "string") {
      if (applied.some(isSecret)) found(value, pointer);
      const content = (schema: JsonObject) => partsOf(schema, "content");
      if (applied.some((schema) => content(schema).length > 0))
        within(content, parse(value), pointer, (text) => found(text, pointer));
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => within((schema) => ofItem(schema, index), item, `${pointer}/${index}`));
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const at = `${pointer}/${escapeSegment(name)}`;
        within((schema) => partsOf(schema, "name"), name, at);
        within((schema) => this.#ofProperty(schema, name), item, at);
      }
    }
  }
}

const keywords = Object.entries(subschemaKeywords);

/** Keywords with a single schema for everything that no other keyword describes, by precedence. */
const othersOf = (subject: Subject): string[] =>
  keywords.flatMap(([name, { holds, asserts, ...its }]) => (its.subject === subject && holds === "one" && asserts ? [name] : []));
const otherProperties = othersOf("property");
const otherItems = othersOf("item");

/** Keywords whose schema may apply to any item. */
const anyItem = keywords.flatMap(([name, { subject, asserts }]) => (subject === "item" && !asserts ? [name] : []));

function ofItem(schema: JsonObject, index: number): SchemaList {
  const listed = own(own(schema, "prefixItems"), String(index));
  const described = listed === undefined ? firstOf(schema, otherItems) : [listed];
  return [...described, ...anyItem.map((name) => own(schema, name))];
}

function isChoice(keyword: string): boolean {
  return keyword === "anyOf" || keyword === "oneOf";
}

function firstOf(schema: JsonObject, names: readonly string[]): JsonValue[] {
  const name = names.find((name) => own(schema, name) !== undefined);
  return name === undefined ? [] : [own(schema, name)!];
}

/** Returns the subschemas that describe a subject. */
function partsOf(schema: JsonObject, of: Subject): JsonValue[] {
  const parts: JsonValue[] = [];
  forEachSubschema(schema, (part, { subject }) => {
    if (subject === of) parts.push(part);
  });
  return parts;
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
