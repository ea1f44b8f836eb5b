import { isObject, own, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { isSecret } from "../../secrets.js";
import { piecesOf } from "../containment.js";
import { isImpossible, itemNode, namesIn, otherNode, propertyNode } from "../parts.js";
import type { Shape, Conjunction, SchemaView } from "../shape.js";
import { typeSet } from "../type-set.js";
import { sampleNumbers } from "./sample-number.js";
import { sampleTexts } from "./sample-text.js";

/** The maximum nesting of generated values. */
const maxNesting = 12;

/** The maximum number of generated items of a list. */
const maxItems = 300;

/** The maximum number of candidates per part. */
const maxCandidates = 40;

/** A name that no schema mentions. */
export const unknownName = "another_property";

/** Generates valid values for schemas; shapes must belong to its view. */
export interface Sampler {
  /** Returns a value that is valid for the node, of either view, if one can be generated. */
  sample(node: Conjunction): JsonValue | undefined;
  /** Returns values that may match a shape of one type. */
  candidates(shape: Shape): JsonValue[];
  /** Returns an object of the shape with certain properties; those with the value `undefined` are left out. */
  object(shape: Shape, given: ReadonlyMap<string, JsonValue | undefined>): JsonObject | undefined;
  /** Returns a list of the shape with the given number of items, some of them given. */
  list(shape: Shape, length: number, given: ReadonlyMap<number, JsonValue>): JsonValue[] | undefined;
}

export function createSampler(view: SchemaView, samplers: Map<SchemaView, Sampler> = new Map()): Sampler {
  const known = new Map<Conjunction, JsonValue | undefined>();
  /** The least nesting at which no value was found: deeper within others, there is none either. */
  const failed = new Map<Conjunction, number>();
  let nesting = 0;

  const sample = (node: Conjunction): JsonValue | undefined => {
    if (node.view !== view) return (samplers.get(node.view) ?? createSampler(node.view, samplers)).sample(node);
    if (known.has(node)) return known.get(node);
    if (nesting >= Math.min(maxNesting, failed.get(node) ?? maxNesting)) return undefined;
    nesting++;
    const found = [...written(node), ...(piecesOf(node) ?? []).slice(0, 20).flatMap(candidates)]
      .slice(0, maxCandidates)
      .find((value) => view.evaluate(node, value) === true);
    nesting--;
    // Nested deep within others, a value may be missing that can be generated on its own.
    if (found !== undefined || nesting === 0) known.set(node, found);
    else failed.set(node, nesting);
    return found;
  };

  const candidates = (shape: Shape): JsonValue[] => {
    if (shape.values) return [...shape.values.value];
    if (shape.types === typeSet("string")) return sampleTexts(shape);
    if (shape.types === typeSet("number")) return sampleNumbers(shape);
    if (shape.types === typeSet("array")) {
      const least = shape.bounds.get("minItems")?.value ?? 0;
      return [list(shape, least, new Map()), list(shape, Math.max(1, least), new Map())].filter((value) => value !== undefined);
    }
    return [object(shape, new Map()), object(shape, allProperties(shape))].filter((value) => value !== undefined);
  };

  const allProperties = (shape: Shape): Map<string, JsonValue | undefined> => {
    const names = namesIn(shape).slice(0, maxCandidates);
    const entries = names
      .map((name) => [name, propertyNode(shape, name, view)] as const)
      .filter(([, node]) => !isImpossible(node));
    return new Map(entries.map(([name, node]) => [name, sample(node)]));
  };

  const object: Sampler["object"] = (shape, given) => {
    const built: JsonObject = {};
    const add = (name: string): boolean => {
      if (name === "__proto__") return false;
      if (Object.hasOwn(built, name) || (given.has(name) && given.get(name) === undefined)) return true;
      const value = given.has(name) ? given.get(name) : sample(propertyNode(shape, name, view));
      if (value !== undefined) built[name] = value;
      return value !== undefined;
    };
    if (![...shape.required.keys(), ...given.keys()].every(add)) return undefined;
    for (const condition of shape.conditions) {
      if (condition.kind === "dependent" && Object.hasOwn(built, condition.property)) condition.names.forEach(add);
    }
    const least = shape.bounds.get("minProperties")?.value ?? 0;
    for (const name of namesIn(shape)) if (Object.keys(built).length < least) add(name);
    const other = otherNode(shape, new Set(), view);
    for (let number = 1; Object.keys(built).length < least && number <= least && !isImpossible(other); number++) {
      const value = sample(other);
      if (value !== undefined) built[`${unknownName}_${number}`] = value;
    }
    return built;
  };

  const list: Sampler["list"] = (shape, length, given) => {
    if (length > maxItems) return undefined;
    const built: JsonValue[] = [];
    for (let index = 0; index < length; index++) {
      const node = itemNode(shape, index, view);
      const value = given.has(index) ? given.get(index) : shape.unique ? another(node, built) : sample(node);
      if (value === undefined) return undefined;
      built.push(value);
    }
    return built;
  };

  /** Returns a value that is not present yet. */
  const another = (node: Conjunction, built: readonly JsonValue[]): JsonValue | undefined => {
    const texts = new Set(built.map((value) => JSON.stringify(value)));
    return [...written(node), ...(piecesOf(node) ?? []).flatMap(candidates), built.length, `a${built.length}`]
      .slice(0, maxCandidates)
      .find((value) => !texts.has(JSON.stringify(value)) && view.evaluate(node, value) === true);
  };

  const sampler: Sampler = { sample, candidates, object, list };
  samplers.set(view, sampler);
  return sampler;
}

/** Returns the examples in the schemas, unless they may be secret. */
function written(node: Conjunction): JsonValue[] {
  return node.schemas.flatMap((schema): JsonValue[] => {
    if (!isObject(schema) || isSecret(schema)) return [];
    const list = own(schema, "examples");
    return [...(Array.isArray(list) ? list : []), own(schema, "default"), own(schema, "example")].filter(
      (value) => value !== undefined,
    );
  });
}
