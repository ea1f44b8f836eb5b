import { type JsonObject, type JsonValue, isObject, own, ownObject, ownString, ownStrings } from "../json.js";
import { equal } from "../validators/guard.js";
import {
  type Check,
  type Evaluated,
  type Keywords,
  type Violation,
  type Walk,
  accepts,
  atFirst,
  attempt,
  checkBelow,
  checkClause,
  each,
  continues,
  listsAll,
  reject,
} from "./walk.js";

const checkReference: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const target = walk.follow(schema);
  if (target === undefined) return true;
  // Valid parts have no errors; searching them again at each level would double the work.
  if (!walk.errors || acceptsOnce(walk, target, value, evaluated)) return acceptsOnce(walk, target, value, evaluated);
  const { schemaPath, propertyName } = walk;
  walk.schemaPath = ownString(schema, "$ref") ?? schemaPath;
  walk.propertyName = undefined;
  const isValid = walk.check(target, value, evaluated);
  walk.schemaPath = schemaPath;
  walk.propertyName = propertyName;
  return isValid;
};

/** Whether the target of a reference accepts a part, checked once for each part of a value. */
function acceptsOnce(walk: Walk, target: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  let known = walk.known.get(target);
  if (!known) walk.known.set(target, (known = new Map()));
  let found = known.get(value);
  if (!found || (evaluated && !found.evaluated)) {
    const names: Evaluated | undefined = evaluated && new Set();
    known.set(value, (found = { isValid: accepts(walk, target, value, names), evaluated: names }));
  }
  if (evaluated && found.isValid) for (const name of found.evaluated!) evaluated.add(name);
  return found.isValid;
}

const checkAll: Check<JsonValue> = (walk, schema, value, evaluated) =>
  each(walk, listOf(schema, "allOf"), (branch, index) => checkBelow(walk, ["allOf", index], branch, value, evaluated));

const checkAny: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const branches = listOf(schema, "anyOf");
  const { matching, failures } = tryEach(walk, branches, value, evaluated, evaluated ? Infinity : 1);
  if (matching.length > 0 || branches.length === 0) return true;
  return explain(walk, schema, "anyOf", value, failures, evaluated, () => reject(walk, schema, "anyOf", {}, value));
};

const checkOne: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const discriminator = listsAll(walk) && !evaluated ? discriminatorOf(walk, schema) : undefined;
  if (discriminator) return checkSelected(walk, schema, value, discriminator);
  const branches = listOf(schema, "oneOf");
  const { matching, failures } = tryEach(walk, branches, value, evaluated, 2);
  if (matching.length === 1 || branches.length === 0) return true;
  const passingSchemas = matching.length > 0 ? matching : null;
  const rejectAll = () => reject(walk, schema, "oneOf", { passingSchemas }, value);
  if (matching.length === 0) return explain(walk, schema, "oneOf", value, failures, evaluated, rejectAll);
  if (listsAll(walk)) listFirst(walk, schema, "oneOf", value, failures, evaluated);
  return rejectAll();
};

/** Checks the one schema that a discriminator selects, so that only its errors are reported. */
function checkSelected(walk: Walk, schema: JsonObject, value: JsonValue, { property, values }: Discriminator): boolean {
  const tag = isObject(value) ? ownString(value, property) : undefined;
  const index = tag === undefined ? -1 : values.findIndex((list) => list.includes(tag));
  if (index >= 0) return checkBelow(walk, ["oneOf", index], listOf(schema, "oneOf")[index]!, value);
  return reject(walk, schema, "discriminator", { property, allowedValues: values.flat() }, value);
}

/** Why schemas reject a value, by their index in the list. */
type Failures = ReadonlyMap<number, readonly Violation[]>;

/** Tries alternatives until enough of them match, and returns the indices of those that do. */
function tryEach(walk: Walk, branches: readonly JsonValue[], value: JsonValue, evaluated: Evaluated | undefined, enough: number) {
  const failures = new Map<number, readonly Violation[]>();
  const matching: number[] = [];
  for (const [index, branch] of branches.entries()) {
    if (matching.length === enough) break;
    const isSilent = listsAll(walk);
    const errors =
      isSilent && accepts(walk, branch, value, evaluated) ? undefined : isSilent ? [] : attempt(walk, branch, value, evaluated);
    if (errors) failures.set(index, errors);
    else matching.push(index);
  }
  return { matching, failures };
}

/** Explains that no alternative matches: by the errors of the intended one, or the first of each and `rejectAll`. */
function explain(
  walk: Walk,
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  value: JsonValue,
  failures: Failures,
  evaluated: Evaluated | undefined,
  rejectAll: () => false,
): false {
  if (!walk.errors) return false;
  if (walk.chooseReasons) {
    walk.errors.push(...walk.chooseReasons([...failures.values()], walk.pointer));
    return false;
  }
  const branches = walk.stopsAtFirst || evaluated ? undefined : branchesOf(walk, listOf(schema, keyword));
  const intended = branches ? intendedBranch(value, branches) : -1;
  if (intended < 0) {
    listFirst(walk, schema, keyword, value, failures, evaluated);
    return rejectAll();
  }
  checkBelow(walk, [keyword, intended], listOf(schema, keyword)[intended]!, value);
  return false;
}

/** Lists the first error of each alternative that does not match. */
function listFirst(
  walk: Walk,
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  value: JsonValue,
  failures: Failures,
  evaluated: Evaluated | undefined,
): void {
  if (!walk.errors) return;
  const branches = listOf(schema, keyword);
  for (const index of failures.keys()) {
    if (walk.errors.length >= walk.maxErrors) return;
    atFirst(walk, () => checkBelow(walk, [keyword, index], branches[index]!, value, evaluated && new Set()));
  }
}

const knownBranches = new WeakMap<readonly JsonValue[], { readonly branches: Branch[] | undefined }>();

function branchesOf(walk: Walk, list: readonly JsonValue[]): readonly Branch[] | undefined {
  let known = knownBranches.get(list);
  if (!known) knownBranches.set(list, (known = { branches: findBranches(list, resolveBy(walk)) }));
  return known.branches;
}

const knownDiscriminators = new WeakMap<JsonObject, { readonly discriminator: Discriminator | undefined }>();

function discriminatorOf(walk: Walk, schema: JsonObject): Discriminator | undefined {
  if (schema["discriminator"] === undefined) return undefined;
  let known = knownDiscriminators.get(schema);
  if (!known) knownDiscriminators.set(schema, (known = { discriminator: findDiscriminator(schema, resolveBy(walk)) }));
  return known.discriminator;
}

/** The maximum length of a chain of references. */
const maxSteps = 100;

function resolveBy({ follow }: Walk): Resolve {
  return (schema) => {
    let current = schema;
    for (let steps = 0; steps < maxSteps && isObject(current) && own(current, "$ref") !== undefined; steps++)
      current = follow(current);
    return current;
  };
}

const checkNot: Check<JsonValue> = (walk, schema, value) =>
  !accepts(walk, schema["not"]!, value) || reject(walk, schema, "not", {}, value);

const checkIf: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const keyword = accepts(walk, schema["if"]!, value, evaluated) ? "then" : "else";
  const clause = schema[keyword];
  if (clause === undefined || checkClause(walk, [keyword], clause, value, evaluated)) return true;
  return listsAll(walk) && (continues(walk) || walk.stopsAtFirst)
    ? reject(walk, schema, "if", { failingKeyword: keyword }, value)
    : false;
};

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

/** The keywords that validate a value of any type against further schemas. */
export const combiningKeywords: Keywords<JsonValue> = {
  // Only what the contract names.
  $ref: checkReference,
  allOf: checkAll,
  anyOf: checkAny,
  oneOf: checkOne,
  not: checkNot,
  if: checkIf,
};

/** Follows the references of a schema to their end. */
export type Resolve = (schema: JsonValue | undefined) => JsonValue | undefined;

/** A size that a schema or what it combines allows at most. */
export interface Limit {
  readonly keyword: string;
  readonly value: number;
  /** Its location: relative to the schema, or a pointer from the root if it starts with `#`. */
  readonly path: string;
}

/** The keywords that limit the amount of work. */
export const limitKeywords: readonly string[] = ["x-max-utf8-bytes", "maxLength", "maxItems", "maxProperties"];

/** The limits of a schema, including those of its `allOf` and its references. `follow` resolves one reference. */
export function findLimits(schema: JsonObject, follow: Resolve): Limit[] {
  const limits: Limit[] = [];
  const seen = new Set<JsonObject>();
  const collect = (current: JsonValue | undefined, path: string): void => {
    if (!isObject(current) || seen.has(current)) return;
    seen.add(current);
    for (const keyword of limitKeywords) {
      const value = own(current, keyword);
      if (typeof value === "number") limits.push({ keyword, value, path });
    }
    const reference = ownString(current, "$ref");
    if (reference !== undefined) collect(follow(current), reference);
    const parts = own(current, "allOf");
    if (Array.isArray(parts)) parts.forEach((part, index) => collect(part, `${path}/allOf/${index}`));
  };
  collect(schema, "");
  return limits;
}

/** The property that selects a schema of a `oneOf`, and the values for each of them. */
export interface Discriminator {
  readonly property: string;
  readonly values: readonly (readonly string[])[];
}

/**
 * The discriminator of a `oneOf`, if using it can't change the result: every schema of the list is an object that requires
 * the property to be one of some strings, and no string occurs twice.
 */
export function findDiscriminator(schema: JsonObject, resolve: Resolve): Discriminator | undefined {
  const property = ownString(own(schema, "discriminator"), "propertyName");
  const branches = own(schema, "oneOf");
  if (property === undefined || property === "__proto__" || !Array.isArray(branches) || branches.length === 0) return undefined;
  const values = branches.map((branch) => selectingValues(branch, property, resolve));
  if (!values.every((list) => list !== undefined && list.length > 0)) return undefined;
  const all = values.flat();
  return new Set(all).size === all.length ? { property, values: values as string[][] } : undefined;
}

// A reference with siblings allows less than its target: the target's requirements remain.
function selectingValues(branch: JsonValue, property: string, resolve: Resolve): string[] | undefined {
  const schema = resolve(branch);
  if (own(schema, "type") !== "object" || !ownStrings(schema, "required").includes(property)) return undefined;
  const allowed = listedValues(resolve(own(ownObject(schema, "properties"), property)));
  return allowed?.every((value) => typeof value === "string") ? [...new Set(allowed)] : undefined;
}

/** The values that a schema lists, if any. */
function listedValues(schema: JsonValue | undefined): readonly JsonValue[] | null {
  const fixed = own(schema, "const");
  const allowed = fixed === undefined ? own(schema, "enum") : [fixed];
  return Array.isArray(allowed) ? allowed : null;
}

/** The facts that distinguish one alternative of a schema. */
export interface Branch {
  /** The types of its values; absent: any. */
  readonly types?: readonly string[];
  /** Names of the properties that an object must have. */
  readonly required: readonly string[];
  /** All properties that it declares, with their allowed values where those are listed. */
  readonly properties: ReadonlyMap<string, readonly JsonValue[] | null>;
  /** Whether an object may have no other properties. */
  readonly isClosed: boolean;
}

/** The facts that distinguish the schemas of `anyOf` or `oneOf`; `undefined` if nothing does. */
export function findBranches(list: readonly JsonValue[], resolve: Resolve): Branch[] | undefined {
  if (list.length < 2) return undefined;
  const branches = list.map((branch): Branch => {
    const schema = resolve(branch);
    const type = own(schema, "type");
    const types = (typeof type === "string" ? [type] : ownStrings(schema, "type")).map((name) =>
      name === "integer" ? "number" : name,
    );
    const properties = Object.entries(ownObject(schema, "properties") ?? {});
    return {
      ...(types.length > 0 && { types }),
      required: ownStrings(schema, "required"),
      properties: new Map(properties.map(([name, property]) => [name, listedValues(resolve(property))])),
      isClosed: own(schema, "additionalProperties") === false && own(schema, "patternProperties") === undefined,
    };
  });
  const texts = new Set(branches.map((branch) => JSON.stringify([branch, ...branch.properties])));
  return texts.size > 1 ? branches : undefined;
}

/**
 * The index of the alternative that a value is intended for; -1: unknown. A property whose value only others allow rules an
 * alternative out. Of the rest, the one that shares the most properties with the value wins, then the one with the fewest
 * faults, then the first. Lint uses the same order but counts actual errors, so it may choose another one.
 */
export function intendedBranch(value: JsonValue, branches: readonly Branch[]): number {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const candidates = branches.filter(({ types }) => types === undefined || types.includes(type));
  if (candidates.length <= 1 || !isObject(value)) return candidates.length === 1 ? branches.indexOf(candidates[0]!) : -1;
  const names = Object.keys(value);
  const isForOthers = (branch: Branch) =>
    names.some((name) => hasWrongValue(value, name, branch) && candidates.some((other) => allows(value, name, other)));
  const faults = (branch: Branch) =>
    branch.required.filter((name) => !Object.hasOwn(value, name)).length +
    names.filter((name) => !allows(value, name, branch)).length;
  let best = byMax(candidates, (branch) => -Number(isForOthers(branch)));
  best = byMax(best, ({ properties }) => names.filter((name) => properties.has(name)).length);
  best = byMax(best, (branch) => -faults(branch));
  return branches.indexOf(best[0]!);
}

function hasWrongValue(object: JsonObject, name: string, { properties }: Branch): boolean {
  const values = properties.get(name);
  return !!values && !values.some((one) => equal(one, object[name]));
}

/** Whether a property with its value is allowed, judging by names and listed values only. */
function allows(object: JsonObject, name: string, branch: Branch): boolean {
  if (branch.isClosed && !branch.properties.has(name)) return false;
  return !hasWrongValue(object, name, branch);
}

function byMax(branches: readonly Branch[], score: (branch: Branch) => number): readonly Branch[] {
  const scores = branches.map(score);
  const max = Math.max(...scores);
  return branches.filter((_branch, index) => scores[index] === max);
}
