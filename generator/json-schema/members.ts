import { formatPointer, hasType, parsePointer, typesOf } from "../../templates/runtime/json.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { branches, createEnsured, maxDepth, referred, resolve, type SchemaSource } from "./alternatives.js";

/** A schema's description of one member of valid objects. */
export interface Member {
  /** Each is sufficient by itself: there is more than one if the schema has alternatives. */
  readonly schemas: readonly JsonObject[];
  /** Whether every object has it. */
  readonly isRequired: boolean;
}

/** The key of a list's elements. */
const items = Symbol("items");

/** A schema's description of the parts of its values. */
interface Description {
  /** For each part, schemas of which one is sufficient. */
  readonly parts: ReadonlyMap<string | typeof items, readonly JsonObject[]>;
  readonly required: ReadonlySet<string | typeof items>;
}

const nothing: Description = { parts: new Map(), required: new Set() };

/** Documents don't change once they are loaded, so results about their schemas are cached. */
const descriptions = new WeakMap<object, WeakMap<JsonObject, Description>>();

function descriptionOf(schema: JsonValue | undefined, document: SchemaSource): Description {
  if (!isObject(schema)) return nothing;
  const known = descriptions.get(document) ?? new WeakMap<JsonObject, Description>();
  descriptions.set(document, known);
  const description = known.get(schema) ?? describe(schema, document, new Map(), 0);
  known.set(schema, description);
  return description;
}

/** Describes each schema once, regardless of the number of paths to it; a recursive reference adds nothing. */
function describe(
  value: JsonValue | undefined,
  document: SchemaSource,
  memo: Map<JsonObject, Description>,
  depth: number,
): Description {
  if (!isObject(value) || depth > maxDepth) return nothing;
  const known = memo.get(value);
  if (known) return known;
  memo.set(value, nothing);
  const follow = (part: JsonValue | undefined) => describe(part, document, memo, depth + 1);
  const parts = [describeOwn(value, document)];
  if (own(value, "$ref") !== undefined) parts.push(follow(referred(value, document)));
  parts.push(...branches(value, "allOf").map(follow));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const alternatives = branches(value, keyword).filter((part) => allows(part, ["object", "array"], document));
    if (alternatives.length > 0) parts.push(unite(alternatives.map(follow)));
  }
  const description = combine(parts.filter((part) => part !== nothing));
  memo.set(value, description);
  return description;
}

function describeOwn(schema: JsonObject, document: SchemaSource): Description {
  const parts = new Map<string | typeof items, readonly JsonObject[]>();
  for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {})) {
    if (property !== false) parts.set(name, [follow(property)]);
  }
  const prefix = own(schema, "prefixItems");
  const element = Array.isArray(prefix) ? prefix[0] : own(schema, "items");
  if (element !== undefined && element !== false) parts.set(items, [follow(element)]);
  const required = new Set<string | typeof items>(ownStrings(schema, "required"));
  if (Number(own(schema, "minItems") ?? 0) > 0) required.add(items);
  return { parts, required };

  /** Leaves a schema with keywords next to its reference as is, because they apply too. */
  function follow(value: JsonValue): JsonObject {
    if (!isObject(value)) return {};
    const isBare = Object.keys(value).every((key) => key === "$ref");
    const target = isBare ? referred(value, document) : value;
    return isObject(target) ? target : {};
  }
}

/** Combines schemas that all apply. */
function combine(descriptions: readonly Description[]): Description {
  if (descriptions.length < 2) return descriptions[0] ?? nothing;
  const lists = new Map<string | typeof items, Set<readonly JsonObject[]>>();
  for (const { parts } of descriptions) {
    for (const [name, schemas] of parts) lists.set(name, (lists.get(name) ?? new Set()).add(schemas));
  }
  const parts = new Map<string | typeof items, readonly JsonObject[]>();
  for (const [name, described] of lists) {
    const each = [...new Set([...described].map((schemas) => (schemas.length === 1 ? schemas[0]! : { anyOf: [...schemas] })))];
    const [first] = described;
    parts.set(name, described.size === 1 ? first! : each.length === 1 ? each : [{ allOf: each }]);
  }
  return { parts, required: new Set(descriptions.flatMap(({ required }) => [...required])) };
}

/** Combines alternatives: the parts that one of them describes; a part is required if all of them require it. */
function unite(descriptions: readonly Description[]): Description {
  const lists = new Map<string | typeof items, Set<JsonObject>>();
  const counts = new Map<string | typeof items, number>();
  for (const { parts, required } of descriptions) {
    for (const name of required) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [name, schemas] of parts) {
      const list = lists.get(name) ?? new Set();
      lists.set(name, list);
      for (const schema of schemas) list.add(schema);
    }
  }
  return {
    parts: new Map([...lists].map(([name, schemas]) => [name, [...schemas]])),
    required: new Set([...counts].flatMap(([name, count]) => (count === descriptions.length ? [name] : []))),
  };
}

/** Returns whether a schema's own types include one of some types. */
function allows(value: JsonValue, types: readonly string[], document: SchemaSource): boolean {
  const schema = resolve(value, document);
  if (!isObject(schema)) return schema !== false;
  const values = valuesOf(schema);
  if (values && !values.some((one) => hasType(one, types))) return false;
  return typesOf(schema)?.some((type) => types.includes(type)) ?? true;
}

/**
 * Returns the members that a schema describes by name: its own, those of the schemas that it refers to, and those of its
 * alternatives. A member is required if every valid object has it.
 */
export function membersOf(schema: JsonValue | undefined, document: SchemaSource): Map<string, Member> {
  const { parts, required } = descriptionOf(schema, document);
  const members = new Map<string, Member>();
  for (const [name, schemas] of parts) {
    if (typeof name === "string") members.set(name, { schemas, isRequired: required.has(name) });
  }
  return members;
}

/**
 * Returns the description of the value at a JSON pointer, or `undefined`. `0` stands for the elements of a list.
 */
export function memberAt(schema: JsonValue | undefined, pointer: string, document: SchemaSource): Member | undefined {
  let at: Member | undefined = { schemas: [schema].filter(isObject), isRequired: true };
  for (const name of parsePointer(pointer)) {
    const descriptions: Description[] = at.schemas.map((part) => descriptionOf(part, document));
    const key = name !== "0" || descriptions.some(({ parts }) => parts.has(name)) ? name : items;
    const schemas: JsonObject[] = [...new Set(descriptions.flatMap(({ parts }) => parts.get(key) ?? []))];
    if (schemas.length === 0) return undefined;
    at = { schemas, isRequired: at.isRequired && descriptions.every(({ required }) => required.has(key)) };
  }
  return at;
}

/** Returns whether all descriptions of a member restrict it to strings: by its type, or by its values. */
export function isText(member: Member, document: SchemaSource): boolean {
  return isOnly(member, "string", document);
}

/** Returns whether some description of a member allows a type. */
export function mayBe({ schemas }: Member, type: OneType, document: SchemaSource): boolean {
  const memo = new Map<JsonObject, boolean>();
  return schemas.some((schema) => leavesRoom(schema, type, document, memo, 0));
}

/** Returns whether no type-related keyword of a schema excludes a type. */
function leavesRoom(
  value: JsonValue | undefined,
  type: OneType,
  document: SchemaSource,
  memo: Map<JsonObject, boolean>,
  depth: number,
): boolean {
  if (!isObject(value) || depth > maxDepth) return value !== false;
  const known = memo.get(value);
  if (known !== undefined) return known;
  memo.set(value, true);
  const follow = (part: JsonValue | undefined) => leavesRoom(part, type, document, memo, depth + 1);
  const isRoom =
    allows(value, [type], document) &&
    (own(value, "$ref") === undefined || follow(referred(value, document))) &&
    branches(value, "allOf").every(follow) &&
    (["anyOf", "oneOf"] as const).every((keyword) => {
      const alternatives = branches(value, keyword);
      return alternatives.length === 0 || alternatives.some(follow);
    });
  memo.set(value, isRoom);
  return isRoom;
}

/** Returns whether a JSON pointer passes through the elements of a list. */
export function leadsThroughList(schema: JsonValue | undefined, pointer: string, document: SchemaSource): boolean {
  const names = parsePointer(pointer);
  return names.some((name, index) => {
    if (name !== "0") return false;
    const holder = memberAt(schema, formatPointer(names.slice(0, index)), document);
    return holder !== undefined && isList(holder, document);
  });
}

/** Returns whether all descriptions of a member restrict it to integers. */
export function isWholeNumber(member: Member, document: SchemaSource): boolean {
  return isOnly(member, "integer", document);
}

/** Returns whether all descriptions of a member restrict it to numbers of this type. */
export function isNumber(member: Member, type: "integer" | "number", document: SchemaSource): boolean {
  return isOnly(member, type, document);
}

/** Returns whether all descriptions of a member restrict it to booleans. */
export function isBoolean(member: Member, document: SchemaSource): boolean {
  return isOnly(member, "boolean", document);
}

/** Returns whether all descriptions of a member restrict it to lists. */
export function isList(member: Member, document: SchemaSource): boolean {
  return isOnly(member, "array", document);
}

/** Returns whether all descriptions of a member restrict it to objects. */
export function isObjectOnly(member: Member, document: SchemaSource): boolean {
  return isOnly(member, "object", document);
}

/** A JSON Schema type other than null. */
export type OneType = "string" | "integer" | "number" | "boolean" | "array" | "object";

function isOnly({ schemas }: Member, type: OneType, document: SchemaSource): boolean {
  const isOfType = (schema: JsonObject): boolean | undefined => {
    const types = typesOf(schema)?.filter((name) => name !== "null");
    if (types) return types.length === 1 && types[0] === type;
    const values = valuesOf(schema)?.filter((one) => one !== null);
    return values && values.length > 0 && values.every((one) => hasType(one, [type]));
  };
  const hasOnly = createEnsured(document, isOfType, (alternative) => !isNull(alternative, document));
  return schemas.length > 0 && schemas.every(hasOnly);
}

/** Returns whether every valid object has at least one of some members. Each alternative may require another of them. */
export function requiresOneOf(schema: JsonValue | undefined, names: ReadonlySet<string>, document: SchemaSource): boolean {
  const requires = (one: JsonObject) => ownStrings(one, "required").some((name) => names.has(name)) || undefined;
  return createEnsured(document, requires, (alternative) => allows(alternative, ["object", "array"], document))(schema);
}

function isNull(value: JsonValue, document: SchemaSource): boolean {
  const schema = resolve(value, document);
  if (!isObject(schema)) return false;
  return typesOf(schema)?.every((name) => name === "null") ?? valuesOf(schema)?.every((one) => one === null) ?? false;
}

/** Returns whether some description of a member allows null. */
export function isNullable({ schemas }: Member, document: SchemaSource): boolean {
  return schemas.some((schema) => allowsNull(schema, document, new Set()));
}

function allowsNull(value: JsonValue | undefined, document: SchemaSource, seen: Set<JsonObject>): boolean {
  if (!isObject(value) || seen.has(value)) return false;
  seen.add(value);
  const follow = (part: JsonValue | undefined) => allowsNull(part, document, seen);
  const listed = [typesOf(value)?.includes("null"), valuesOf(value)?.includes(null)];
  if (own(value, "$ref") !== undefined) listed.push(follow(referred(value, document)));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (branches(value, keyword).length > 0) listed.push(branches(value, keyword).some(follow));
  }
  if (branches(value, "allOf").length > 0) listed.push(branches(value, "allOf").every(follow));
  return listed.includes(true) && !listed.includes(false);
}

function valuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  const values = own(schema, "const") === undefined ? own(schema, "enum") : [schema["const"]!];
  return Array.isArray(values) ? values : undefined;
}

/** Returns the allowed strings of a member in source order, or `undefined` if any string is allowed. */
export function textsOf({ schemas }: Member, document: SchemaSource): readonly string[] | undefined {
  const memo = new Map<JsonObject, ReadonlySet<string> | undefined>();
  const texts = uniteTexts(schemas.map((schema) => textsIn(schema, document, memo, 0)));
  return texts && texts.size > 0 ? [...texts] : undefined;
}

function textsIn(
  value: JsonValue | undefined,
  document: SchemaSource,
  memo: Map<JsonObject, ReadonlySet<string> | undefined>,
  depth: number,
): ReadonlySet<string> | undefined {
  if (!isObject(value) || depth > maxDepth) return undefined;
  if (memo.has(value)) return memo.get(value);
  memo.set(value, undefined);
  const follow = (part: JsonValue | undefined) => textsIn(part, document, memo, depth + 1);
  const values = valuesOf(value);
  const all = [values && new Set(values.filter((one) => typeof one === "string")), ...branches(value, "allOf").map(follow)];
  if (own(value, "$ref") !== undefined) all.push(follow(referred(value, document)));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const alternatives = branches(value, keyword).filter((part) => allows(part, ["string"], document));
    if (alternatives.length > 0) all.push(uniteTexts(alternatives.map(follow)));
  }
  const [first, ...others] = all.filter((texts) => texts !== undefined);
  const texts = first && new Set([...first].filter((text) => others.every((other) => other.has(text))));
  memo.set(value, texts);
  return texts;
}

function uniteTexts(lists: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  if (lists.length === 0 || lists.includes(undefined)) return undefined;
  return new Set(lists.flatMap((list) => [...(list ?? [])]));
}

/**
 * Returns the only value that all descriptions of a member allow: a `const`, or the single value of an `enum`, directly or
 * through references, `allOf` and alternatives.
 */
export function onlyValue({ schemas }: Member, document: SchemaSource): JsonValue | undefined {
  const memo = new Map<JsonObject, JsonValue | undefined>();
  return sameValue(schemas.map((schema) => onlyIn(schema, document, memo, 0)));
}

function onlyIn(
  value: JsonValue | undefined,
  document: SchemaSource,
  memo: Map<JsonObject, JsonValue | undefined>,
  depth: number,
): JsonValue | undefined {
  if (!isObject(value) || depth > maxDepth) return undefined;
  if (memo.has(value)) return memo.get(value);
  memo.set(value, undefined);
  const follow = (part: JsonValue | undefined) => onlyIn(part, document, memo, depth + 1);
  const values = valuesOf(value) ?? (typesOf(value)?.every((type) => type === "null") ? [null] : undefined);
  const all = [values?.length === 1 ? values[0] : undefined, follow(referred(value, document))];
  all.push(...branches(value, "allOf").map(follow));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const alternatives = branches(value, keyword);
    if (alternatives.length > 0) all.push(sameValue(alternatives.map(follow)));
  }
  const only = all.find((one) => one !== undefined);
  memo.set(value, only);
  return only;
}

/** Returns the value that all of a list are; `undefined` if they differ or one is unknown. */
function sameValue(values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  const [first] = values;
  return values.every((one) => one !== undefined && JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
}

/** Keywords that describe or exclude contents of an object. */
const describing = [
  "enum",
  "const",
  "not",
  "if",
  "items",
  "prefixItems",
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
];

/** Returns whether a schema describes an object without describing its contents: any object, or any value at all. */
export function isFreeForm(value: JsonValue | undefined, document: SchemaSource): boolean {
  return isFree(value, document, new Set(), 0);
}

function isFree(value: JsonValue | undefined, document: SchemaSource, seen: Set<JsonObject>, depth: number): boolean {
  if (!isObject(value)) return value !== false;
  if (seen.has(value)) return true;
  if (depth > maxDepth) return false;
  seen.add(value);
  const types = typesOf(value)?.filter((name) => name !== "null");
  if (types && !(types.length === 1 && types[0] === "object")) return false;
  if (describing.some((keyword) => Object.hasOwn(value, keyword))) return false;
  if (Object.keys(ownObject(value, "properties") ?? {}).length > 0 || ownStrings(value, "required").length > 0) return false;
  if (Number(own(value, "maxProperties") ?? 1) === 0) return false;
  const follow = (part: JsonValue | undefined) => isFree(part, document, seen, depth + 1);
  const others = ["additionalProperties", "unevaluatedProperties"].map((keyword) => own(value, keyword));
  if (others.some((other) => other === false || (isObject(other) && Object.keys(other).length > 0))) return false;
  if (own(value, "$ref") !== undefined && !follow(referred(value, document))) return false;
  const alternatives = (["anyOf", "oneOf"] as const).flatMap((keyword) =>
    branches(value, keyword).filter((part) => !isNull(part, document)),
  );
  return [...branches(value, "allOf"), ...alternatives].every(follow);
}
