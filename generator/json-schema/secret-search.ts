import { escapeSegment } from "../../templates/runtime/json-pointer.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { maxNesting } from "../document/limits.js";
import { isSecret } from "./secret.js";
import { subschemas } from "../document/visitor.js";
import { createMatches } from "./interpreter/match-pattern.js";

/** Finds secrets by what schemas mark: `format: password` and `writeOnly`. */
export interface SecretSearch {
  /** Whether a secret can be part of a value of the schema. */
  mayHold(schema: JsonValue | undefined): boolean;
  /** Calls back with each text of a value that stands where the schema has a secret, and the JSON pointer to it. */
  visit(schema: JsonValue | undefined, value: JsonValue, found: (text: string, pointer: string) => void): void;
}

export interface SecretSearchOptions {
  /** What the `$ref` of a schema names, one step on. */
  readonly resolve: (schema: JsonObject) => JsonValue | undefined;
  /** Which branches of `anyOf` and `oneOf` describe a value; all unless given. */
  readonly choose?: (branches: readonly JsonValue[], value: JsonValue) => readonly JsonValue[];
  /** Schemas that may be looked at, for all values together; after that, nothing more is found. */
  readonly steps?: number;
}

/** Makes a search for the schemas of a document. */
export function createSecretSearch(document: JsonObject, options: SecretSearchOptions): SecretSearch {
  const { resolve, choose = (branches) => branches } = options;
  const matches = createMatches(document);
  const holding = new WeakMap<JsonObject, boolean>();
  let steps = options.steps ?? Infinity;

  const mayHold = (schema: JsonValue | undefined): boolean => {
    if (!isObject(schema)) return false;
    let answer = holding.get(schema);
    if (answer === undefined) holding.set(schema, (answer = reaches(schema)));
    return answer;
  };
  const reaches = (start: JsonObject): boolean => {
    const seen = new Set([start]);
    for (const schema of seen) {
      if (--steps < 0 || isSecret(schema) || holding.get(schema) === true) return true;
      if (holding.get(schema) === false) continue;
      for (const part of [resolve(schema), ...subschemas(schema)]) if (isObject(part)) seen.add(part);
    }
    for (const schema of seen) holding.set(schema, false);
    return false;
  };

  /** The schemas that all speak about one value. */
  const applying = (schemas: readonly (JsonValue | undefined)[], value: JsonValue): JsonObject[] => {
    const seen = new Set<JsonObject>();
    const add = (schema: JsonValue | undefined) => {
      if (isObject(schema) && mayHold(schema)) seen.add(schema);
    };
    schemas.forEach(add);
    for (const schema of seen) {
      if (--steps < 0) return [];
      add(resolve(schema));
      for (const key of ["if", "then", "else"]) add(own(schema, key));
      listOf(own(schema, "allOf")).forEach(add);
      for (const key of ["anyOf", "oneOf"]) {
        const branches = listOf(own(schema, key));
        if (branches.some(mayHold)) choose(branches, value).forEach(add);
      }
      for (const [name, dependent] of Object.entries(ownObject(schema, "dependentSchemas") ?? {})) {
        if (own(value, name) !== undefined) add(dependent);
      }
    }
    return [...seen];
  };

  const ofItem = (schema: JsonObject, index: number): (JsonValue | undefined)[] => {
    const item = listOf(own(schema, "prefixItems"))[index] ?? own(schema, "items") ?? own(schema, "unevaluatedItems");
    return [item, own(schema, "contains")];
  };
  const spend = (comparisons: number) => {
    steps -= comparisons;
  };
  const ofProperty = (schema: JsonObject, name: string): (JsonValue | undefined)[] => {
    const patterns = Object.entries(ownObject(schema, "patternProperties") ?? {});
    const named = [
      own(ownObject(schema, "properties"), name),
      ...patterns.flatMap(([pattern, part]) => (matches(pattern, name, spend) === "no" ? [] : [part])),
    ].filter((part) => part !== undefined);
    return named.length > 0 ? named : [own(schema, "additionalProperties") ?? own(schema, "unevaluatedProperties")];
  };

  const visit = (
    schemas: readonly (JsonValue | undefined)[],
    value: JsonValue,
    pointer: string,
    found: (text: string, pointer: string) => void,
    depth = 0,
  ): void => {
    const applied = depth > maxNesting ? [] : applying(schemas, value);
    if (applied.length === 0) return;
    if (typeof value === "string") {
      if (applied.some(isSecret)) found(value, pointer);
      const content = applied.flatMap((schema) => own(schema, "contentSchema") ?? []);
      if (content.length > 0) visit(content, parse(value), pointer, (text) => found(text, pointer), depth + 1);
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(
          applied.flatMap((schema) => ofItem(schema, index)),
          item,
          `${pointer}/${index}`,
          found,
          depth + 1,
        );
      });
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const parts = applied.flatMap((schema) => ofProperty(schema, name));
        visit(parts, item, `${pointer}/${escapeSegment(name)}`, found, depth + 1);
      }
    }
  };
  return { mayHold, visit: (schema, value, found) => visit([schema], value, "", found) };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
