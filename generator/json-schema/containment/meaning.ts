import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { mapChildren } from "../../document/visitor.js";
import { isAnnotation, isSet } from "./keywords.js";

/** A number for the meaning of a schema: schemas with equal numbers accept the same values, in either version. */
export type Meaning = (schema: JsonValue) => number;

type ReferenceText = (name: string) => string;

/**
 * Assigns numbers to the schemas of two versions by their meaning. References to a component are equal if the component
 * and everything that it refers to is the same in both. Takes one pass over each version; unchanged parts cost nothing more.
 */
export function createMeanings(before: JsonObject, after: JsonObject): { before: Meaning; after: Meaning } {
  const changed = before === after ? new Set() : changedComponents(before, after);
  const texts = new Map<string, number>();
  const refer =
    (version: string): ReferenceText =>
    (name) =>
      changed.has(name) ? `${name} ${version}` : name;
  return { before: createMeaning(texts, refer("before")), after: createMeaning(texts, refer("after")) };
}

/** Returns components that only one version has, that differ, or that refer to such a component. */
function changedComponents(before: JsonObject, after: JsonObject): ReadonlySet<string> {
  const texts = new Map<string, number>();
  const users = new Map<string, string[]>();
  let current = "";
  const refer: ReferenceText = (name) => {
    const list = users.get(name);
    if (list) list.push(current);
    else users.set(name, [current]);
    return name;
  };
  // References are compared by name here, so both versions can share the numbers.
  const meaning = createMeaning(texts, refer);
  const numbers = (schemas: JsonObject) =>
    new Map(
      Object.entries(schemas).map(([name, schema]) => {
        current = name;
        return [name, meaning(schema)];
      }),
    );
  const [numbersBefore, numbersAfter] = [numbers(before), numbers(after)];
  const changed = new Set(
    [...numbersBefore.keys(), ...numbersAfter.keys()].filter((name) => numbersBefore.get(name) !== numbersAfter.get(name)),
  );
  // A set visits elements that are added during the iteration.
  for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
  return changed;
}

function createMeaning(texts: Map<string, number>, refer: ReferenceText): Meaning {
  const known = new Map<JsonObject, number>();

  const numberOf = (text: string): number => {
    const found = texts.get(text);
    if (found !== undefined) return found;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const meaning: Meaning = (schema) => {
    if (!isObject(schema)) return numberOf(schema === false ? "false" : "{}");
    const found = known.get(schema);
    if (found !== undefined) return found;
    const keywords = Object.entries(schema).filter(([key, value]) => !isAnnotation(key) && !isEmpty(key, value));
    const parts = mapChildren(Object.fromEntries(keywords), "schema", meaning, { order: compare, mapData });
    const number = numberOf(JSON.stringify(parts));
    known.set(schema, number);
    return number;
  };
  const mapData = (value: JsonValue, key: string): JsonValue => {
    if (key === "$ref" && typeof value === "string") return refer(componentName(value, "schemas") ?? value);
    return isSet(key) && Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value;
  };
  return meaning;
}

/** Returns whether a keyword has no effect because its list is empty. */
function isEmpty(key: string, value: JsonValue): boolean {
  return (
    (key === "properties" || key === "required") && typeof value === "object" && value !== null && Object.keys(value).length === 0
  );
}
