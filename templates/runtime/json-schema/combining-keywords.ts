import { isObject, own, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import { findBranches, findDiscriminator, meantBranch, type Branch, type Discriminator, type Resolve } from "./alternatives.js";
import {
  accepts,
  atFirst,
  attempt,
  checkBelow,
  checkClause,
  each,
  goesOn,
  listsAll,
  refuse,
  type Check,
  type Evaluated,
  type Keywords,
  type Refusal,
  type Walk,
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
