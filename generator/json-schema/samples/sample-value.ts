import { isDeepStrictEqual } from "node:util";
import { typesOf } from "../../../templates/runtime/json.js";
import type { Direction, InstanceEvaluator } from "../interpreter.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { declaredSchemas, propertySchemas } from "../variants/property-schemas.js";
import type { Random } from "./random.js";
import { schemasIn } from "../schema.js";
import { conjuncts, largest, listOf, smallest } from "./conjuncts.js";
import { sampleNumber, sampleText } from "./sample-text.js";
import { vary } from "./vary.js";

/** The options of sampling. */
export interface Sampling {
  readonly schemas: ReadonlyMap<string, JsonValue>;
  readonly evaluate: InstanceEvaluator;
  readonly random: Random;
  readonly direction: Direction | undefined;
}

/** The state of sampling within a schema. A schema that exceeds the remaining attempts needs a hand-written example. */
interface Descent extends Sampling {
  readonly depth: number;
  readonly tries: { left: number };
}

/** The maximum number of attempts for one schema, and for all its parts together. */
const maxTries = 30;
const maxTriesInAll = 2_000;

const maxDepth = 12;

/** Returns a valid value for a schema: one of its own examples, else a generated one, or `undefined` if none was found. */
export function sampleValue(sampling: Sampling, schema: JsonValue): JsonValue | undefined {
  return sampleWithin({ ...sampling, depth: 0, tries: { left: maxTriesInAll } }, schema);
}

function sampleWithin(descent: Descent, schema: JsonValue): JsonValue | undefined {
  const { schemas, random, evaluate, direction, depth, tries } = descent;
  if (depth > maxDepth) return undefined;
  const isValid = (value: JsonValue) => evaluate(schema, value, direction).isValid === true;
  for (let count = 0; count < maxTries && tries.left-- > 0; count++) {
    const parts = conjuncts(schemas, schema, (branches) => (branches.length === 0 ? [] : [random.pick(branches)]));
    // Null is an example, too.
    const example = parts.flatMap(ownExamples).find(isValid);
    if (example !== undefined) return example;
    const value = makeUp({ ...descent, depth: depth + 1 }, parts);
    if (value !== undefined && isValid(value)) return value;
  }
  return undefined;
}

function ownExamples(part: JsonObject): JsonValue[] {
  const values = [own(part, "const"), ...listOf(own(part, "enum")), ...listOf(own(part, "examples")), own(part, "example")];
  return [...values, own(part, "default")].filter((value) => value !== undefined);
}

function makeUp(descent: Descent, parts: readonly JsonObject[]): JsonValue | undefined {
  const { random } = descent;
  switch (chooseType(parts)) {
    case "object":
      return makeObject(descent, parts);
    case "array":
      return makeList(descent, parts);
    case "string":
      return sampleText(parts, random);
    case "integer":
      return sampleNumber(parts, true, random);
    case "number":
      return sampleNumber(parts, false, random);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return {};
  }
}

const order = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** Returns the first type that all schemas allow, or else the type that their keywords imply. */
function chooseType(parts: readonly JsonObject[]): string | undefined {
  const lists = parts.map(typesOf).filter((types) => types !== undefined);
  // An integer is valid for both integers and numbers.
  const allows = (types: readonly string[], type: string) =>
    types.includes(type) || (type === "integer" && types.includes("number") && lists.some((other) => other.includes("integer")));
  const common = order.filter((type) => lists.every((types) => allows(types, type)));
  if (lists.length > 0) return common[0];
  const has = (...keys: string[]) => parts.some((part) => keys.some((key) => own(part, key) !== undefined));
  if (has("properties", "required")) return "object";
  if (has("items", "prefixItems", "minItems")) return "array";
  if (has("minimum", "maximum", "multipleOf")) return "number";
  return has("pattern", "format", "minLength", "maxLength") ? "string" : undefined;
}

/**
 * Generates an object with only the required properties, except those that the other side sends, and with as many others as
 * `minProperties` demands.
 */
function makeObject(descent: Descent, parts: readonly JsonObject[]): JsonObject | undefined {
  const { schemas, direction } = descent;
  const sent = schemasIn(schemas, direction);
  const isForeign = (name: string) => parts.some((part) => propertySchemas(part, name).some((schema) => sent.isForeign(schema)));
  const names = new Set(parts.flatMap((part) => ownStrings(part, "required")).filter((name) => !isForeign(name)));
  const object: JsonObject = {};
  for (const name of names) {
    // Servers reject each value that has it.
    const value = name === "__proto__" ? undefined : sampleWithin(descent, propertySchema(parts, name));
    if (value === undefined) return undefined;
    object[name] = value;
  }
  const least = Math.min(largest(parts, "minProperties") ?? 0, maxInvented);
  const declared = parts.flatMap((part) => Object.keys(ownObject(part, "properties") ?? {}));
  const invented = Array.from({ length: least }, (_, index) => `key${index + 1}`);
  for (const name of [...declared.filter((name) => !isForeign(name)), ...invented]) {
    if (Object.keys(object).length >= least) break;
    const value = Object.hasOwn(object, name) ? undefined : sampleWithin(descent, propertySchema(parts, name));
    if (value !== undefined) object[name] = value;
  }
  return object;
}

/** The maximum number of properties to add to an object. */
const maxInvented = 100;

/** Generates a property of an object that several schemas describe. */
export function sampleProperty(sampling: Sampling, parts: readonly JsonObject[], name: string): JsonValue | undefined {
  return sampleValue(sampling, propertySchema(parts, name));
}

function propertySchema(parts: readonly JsonObject[], name: string): JsonValue {
  const declared = parts.flatMap((part) => declaredSchemas(part, name));
  const others = parts.map((part) => own(part, "additionalProperties")).filter(isObject);
  const schemas = declared.length > 0 ? declared : others;
  return schemas.length === 1 ? schemas[0]! : { allOf: schemas };
}

function makeList(descent: Descent, parts: readonly JsonObject[]): JsonValue[] | undefined {
  // The last items are those that must be contained.
  const contained = parts.flatMap((part) => containedItems(part));
  const least = Math.max(largest(parts, "minItems") ?? 0, contained.length);
  const count = Math.max(least, Math.min(1, smallest(parts, "maxItems") ?? 1));
  const schemasAt = (keyword: string) => parts.map((part) => own(part, keyword)).filter((schema) => schema !== undefined);
  const items = schemasAt("items");
  const rest = items.length > 0 ? items : schemasAt("unevaluatedItems");
  const isUnique = parts.some((part) => own(part, "uniqueItems") === true);
  const list: JsonValue[] = [];
  for (let index = 0; index < count && index < maxItems; index++) {
    const prefix = parts.map((part) => listOf(own(part, "prefixItems"))[index]).find((schema) => schema !== undefined);
    const needed = contained[index - count + contained.length];
    const value = sampleWithin(
      descent,
      needed === undefined ? (prefix ?? { allOf: rest }) : { allOf: [...(prefix === undefined ? items : [prefix]), needed] },
    );
    if (value === undefined) return least === 0 ? [] : undefined;
    list.push(isUnique && list.some((one) => isDeepStrictEqual(one, value)) ? vary(value, index) : value);
  }
  return list;
}

const maxItems = 100;

/** A schema for each item that `contains` demands. */
function containedItems(part: JsonObject): readonly JsonValue[] {
  const schema = own(part, "contains");
  const least = own(part, "minContains") ?? 1;
  if (schema === undefined || typeof least !== "number") return [];
  return Array.from({ length: Math.min(least, maxItems) }, () => schema);
}
