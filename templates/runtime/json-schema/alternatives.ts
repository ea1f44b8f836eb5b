import { type JsonObject, type JsonValue, isObject, own, ownObject, ownString, ownStrings } from "../json.js";
import { equal } from "../validators/guard.js";
import {
  type Check,
  type Evaluated,
  type Keywords,
  type Refusal,
  type Walk,
  accepts,
  atFirst,
  attempt,
  checkBelow,
  checkClause,
  each,
  goesOn,
  listsAll,
  refuse,
} from "./walk.js";

const checkReference: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const target = walk.follow(schema);
  if (target === undefined) return true;
  // What fits has no errors: to look for them again at each level would double the work.
  if (walk.known && !evaluated && (!walk.errors || isKnownToFit(walk, target, value))) return isKnownToFit(walk, target, value);
  if (!walk.errors) return walk.check(target, value, evaluated);
  const { schemaPath, propertyName } = walk;
  walk.schemaPath = ownString(schema, "$ref") ?? schemaPath;
  walk.propertyName = undefined;
  const fits = walk.check(target, value, evaluated);
  walk.schemaPath = schemaPath;
  walk.propertyName = propertyName;
  return fits;
};

/** Whether a part fits the target of a reference, asked once for each part of a value. */
function isKnownToFit(walk: Walk, target: JsonValue, value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return accepts(walk, target, value);
  let known = walk.known!.get(target);
  if (!known) walk.known!.set(target, (known = new Map()));
  let fits = known.get(value);
  if (fits === undefined) known.set(value, (fits = accepts(walk, target, value)));
  return fits;
}

const checkAll: Check<JsonValue> = (walk, schema, value, evaluated) =>
  each(walk, listOf(schema, "allOf"), (branch, index) => checkBelow(walk, ["allOf", index], branch, value, evaluated));

const checkAny: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const branches = listOf(schema, "anyOf");
  const { fitting, failures } = tryEach(walk, branches, value, evaluated, evaluated ? Infinity : 1);
  if (fitting.length > 0 || branches.length === 0) return true;
  return explain(walk, schema, "anyOf", value, failures, evaluated, () => refuse(walk, schema, "anyOf", {}, value));
};

const checkOne: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const discriminator = listsAll(walk) && !evaluated ? discriminatorOf(walk, schema) : undefined;
  if (discriminator) return checkSelected(walk, schema, value, discriminator);
  const branches = listOf(schema, "oneOf");
  const { fitting, failures } = tryEach(walk, branches, value, evaluated, 2);
  if (fitting.length === 1 || branches.length === 0) return true;
  const passingSchemas = fitting.length > 0 ? fitting : null;
  const refuseAll = () => refuse(walk, schema, "oneOf", { passingSchemas }, value);
  if (fitting.length === 0) return explain(walk, schema, "oneOf", value, failures, evaluated, refuseAll);
  if (listsAll(walk)) listFirst(walk, schema, "oneOf", value, failures, evaluated);
  return refuseAll();
};

/** Checks the one schema that a discriminator selects, so that its errors are told and not those of all. */
function checkSelected(walk: Walk, schema: JsonObject, value: JsonValue, { property, values }: Discriminator): boolean {
  const tag = isObject(value) ? ownString(value, property) : undefined;
  const index = tag === undefined ? -1 : values.findIndex((list) => list.includes(tag));
  if (index >= 0) return checkBelow(walk, ["oneOf", index], listOf(schema, "oneOf")[index]!, value);
  return refuse(walk, schema, "discriminator", { property, allowedValues: values.flat() }, value);
}

/** Why a schema does not fit, by its index in the list. */
type Failures = ReadonlyMap<number, readonly Refusal[]>;

/** Tries alternatives until so many fit: the indices of these. */
function tryEach(walk: Walk, branches: readonly JsonValue[], value: JsonValue, evaluated: Evaluated | undefined, enough: number) {
  const failures = new Map<number, readonly Refusal[]>();
  const fitting: number[] = [];
  for (const [index, branch] of branches.entries()) {
    if (fitting.length === enough) break;
    const isSilent = listsAll(walk);
    const errors =
      isSilent && accepts(walk, branch, value, evaluated) ? undefined : isSilent ? [] : attempt(walk, branch, value, evaluated);
    if (errors) failures.set(index, errors);
    else fitting.push(index);
  }
  return { fitting, failures };
}

/**
 * Explains that no alternative fits: by the errors of the one that is meant, or else by the first of each and `refuseAll`. One
 * alternative at each level, or one error of each, does not multiply.
 */
function explain(
  walk: Walk,
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  value: JsonValue,
  failures: Failures,
  evaluated: Evaluated | undefined,
  refuseAll: () => false,
): false {
  if (!walk.errors) return false;
  if (walk.chooseReasons) {
    walk.errors.push(...walk.chooseReasons([...failures.values()], walk.pointer));
    return false;
  }
  const branches = walk.stopsAtFirst || evaluated ? undefined : branchesOf(walk, listOf(schema, keyword));
  const meant = branches ? meantBranch(value, branches) : -1;
  if (meant < 0) {
    listFirst(walk, schema, keyword, value, failures, evaluated);
    return refuseAll();
  }
  checkBelow(walk, [keyword, meant], listOf(schema, keyword)[meant]!, value);
  return false;
}

/** Lists the first error of each alternative that does not fit. */
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

/** References that lead to references, at most. */
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
  !accepts(walk, schema["not"]!, value) || refuse(walk, schema, "not", {}, value);

const checkIf: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const keyword = accepts(walk, schema["if"]!, value, evaluated) ? "then" : "else";
  const clause = schema[keyword];
  if (clause === undefined || checkClause(walk, [keyword], clause, value, evaluated)) return true;
  return listsAll(walk) && (goesOn(walk) || walk.stopsAtFirst)
    ? refuse(walk, schema, "if", { failingKeyword: keyword }, value)
    : false;
};

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

/** The keywords that hold a value of any type against further schemas. */
export const combiningKeywords: Keywords<JsonValue> = {
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
  /** Where it stands: relative to the schema, or a pointer from the root where it starts with `#`. */
  readonly path: string;
}

/** The keywords that limit how much there is to check. */
export const limitKeywords: readonly string[] = ["x-max-utf8-bytes", "maxLength", "maxItems", "maxProperties"];

/** The limits of a schema, those of its `allOf` and of what it refers to included. `follow`: one reference. */
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

/** The property that says which schema of a `oneOf` applies, and the values that select each of them. */
export interface Discriminator {
  readonly property: string;
  readonly values: readonly (readonly string[])[];
}

/**
 * The discriminator of a `oneOf`, if following it can't change the verdict: every schema of the list is an object that
 * must have the property, as one of some strings, and no string occurs twice.
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

// A reference with siblings allows less than its target: what the target requires is still required.
function selectingValues(branch: JsonValue, property: string, resolve: Resolve): string[] | undefined {
  const schema = resolve(branch);
  if (own(schema, "type") !== "object" || !ownStrings(schema, "required").includes(property)) return undefined;
  const allowed = listedValues(resolve(own(ownObject(schema, "properties"), property)));
  return allowed?.every((value) => typeof value === "string") ? [...new Set(allowed)] : undefined;
}

/** The values that a schema lists, if it does. */
function listedValues(schema: JsonValue | undefined): readonly JsonValue[] | null {
  const fixed = own(schema, "const");
  const allowed = fixed === undefined ? own(schema, "enum") : [fixed];
  return Array.isArray(allowed) ? allowed : null;
}

/** What tells the alternatives of a schema apart. */
export interface Branch {
  /** The types of its values; absent: any. */
  readonly types?: readonly string[];
  /** Names of the properties that an object must have. */
  readonly required: readonly string[];
  /** All properties that it declares, with the values that they may have where those are listed. */
  readonly properties: ReadonlyMap<string, readonly JsonValue[] | null>;
  /** Whether an object may have no other properties. */
  readonly isClosed: boolean;
}

/** What tells the schemas of `anyOf` or `oneOf` apart; `undefined` where nothing does. */
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
 * The index of the alternative that a value is meant for; -1: it can't be told. A property whose value only others allow
 * rules an alternative out, then that comes first of which the value has most properties, then that with which least is
 * wrong, and then the first. What lint explains has the same order, but tells by the errors: it may choose another one where
 * a property is wrong in ways that aren't looked at here.
 */
export function meantBranch(value: JsonValue, branches: readonly Branch[]): number {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const candidates = branches.filter(({ types }) => types === undefined || types.includes(type));
  if (candidates.length <= 1 || !isObject(value)) return candidates.length === 1 ? branches.indexOf(candidates[0]!) : -1;
  const names = Object.keys(value);
  const isForOthers = (branch: Branch) =>
    names.some((name) => hasWrongValue(value, name, branch) && candidates.some((other) => allows(value, name, other)));
  const faults = (branch: Branch) =>
    branch.required.filter((name) => !Object.hasOwn(value, name)).length +
    names.filter((name) => !allows(value, name, branch)).length;
  let best = byMost(candidates, (branch) => -Number(isForOthers(branch)));
  best = byMost(best, ({ properties }) => names.filter((name) => properties.has(name)).length);
  best = byMost(best, (branch) => -faults(branch));
  return branches.indexOf(best[0]!);
}

function hasWrongValue(object: JsonObject, name: string, { properties }: Branch): boolean {
  const values = properties.get(name);
  return !!values && !values.some((one) => equal(one, object[name]));
}

/** Whether a property may be there with the value that it has, as far as names and listed values tell. */
function allows(object: JsonObject, name: string, branch: Branch): boolean {
  if (branch.isClosed && !branch.properties.has(name)) return false;
  return !hasWrongValue(object, name, branch);
}

function byMost(branches: readonly Branch[], score: (branch: Branch) => number): readonly Branch[] {
  const scores = branches.map(score);
  const most = Math.max(...scores);
  return branches.filter((_branch, index) => scores[index] === most);
}
