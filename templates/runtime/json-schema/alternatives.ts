import { equal } from "../validators/checks.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";

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
