import { parsePointer } from "../../templates/runtime/json-pointer.js";
import { hasType, typesOf } from "../../templates/runtime/json-schema/json-type.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent, resolveSchema } from "../document/reference.js";

/** Where the references of schemas lead: a bundled document, or its schemas by name. */
export type SchemaSource = JsonObject | ReadonlyMap<string, JsonValue>;

function resolve(value: JsonValue | undefined, source: SchemaSource): JsonValue | undefined {
  return source instanceof Map ? resolveSchema(value, source) : resolveComponent(value, source as JsonObject);
}

/** What a schema says about one member of the objects that fit it. */
export interface Member {
  /** One for each place that describes it, references followed. */
  readonly schemas: readonly JsonObject[];
  /** Whether every object has it. */
  readonly isRequired: boolean;
}

/** Schemas within schemas that are followed. */
const maxDepth = 64;

/**
 * The members that a schema describes by name: its own, those of the schemas that it refers to, and those of its
 * alternatives. Required is what all alternatives require.
 */
export function membersOf(schema: JsonValue | undefined, document: SchemaSource): Map<string, Member> {
  return collect(schema, document, new Set());
}

function collect(value: JsonValue | undefined, document: SchemaSource, within: ReadonlySet<JsonObject>): Map<string, Member> {
  const members = new Map<string, Member>();
  if (!isObject(value) || within.has(value) || within.size > maxDepth) return members;
  const inner = new Set([...within, value]);
  const add = (found: ReadonlyMap<string, Member>) => {
    for (const [name, { schemas, isRequired }] of found) {
      const known = members.get(name);
      members.set(name, {
        schemas: [...(known?.schemas ?? []), ...schemas],
        isRequired: isRequired || known?.isRequired === true,
      });
    }
  };
  const required = ownStrings(value, "required");
  for (const [name, property] of Object.entries(ownObject(value, "properties") ?? {})) {
    const target = resolve(property, document);
    add(new Map([[name, { schemas: isObject(target) ? [target] : [], isRequired: required.includes(name) }]]));
  }
  if (own(value, "$ref") !== undefined) add(collect(resolve(value, document), document, inner));
  for (const part of branches(value, "allOf")) add(collect(part, document, inner));
  for (const keyword of ["anyOf", "oneOf"] as const)
    add(unite(branches(value, keyword).map((part) => collect(part, document, inner))));
  // What is required here may be described elsewhere.
  for (const name of required) {
    const known = members.get(name);
    if (known && !known.isRequired) members.set(name, { ...known, isRequired: true });
  }
  return members;
}

/** The members of alternatives: all that one of them describes. */
function unite(alternatives: readonly ReadonlyMap<string, Member>[]): Map<string, Member> {
  const united = new Map<string, Member>();
  for (const alternative of alternatives) {
    for (const [name, { schemas }] of alternative) {
      const isRequired = alternatives.every((other) => other.get(name)?.isRequired === true);
      united.set(name, { schemas: [...(united.get(name)?.schemas ?? []), ...schemas], isRequired });
    }
  }
  return united;
}

function branches(schema: JsonObject, keyword: "allOf" | "anyOf" | "oneOf"): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

/**
 * What a schema says about the value that a JSON pointer names; `0` names the items of a list. `undefined`: nothing.
 */
export function memberAt(schema: JsonValue | undefined, pointer: string, document: SchemaSource): Member | undefined {
  let at: Member | undefined = { schemas: [schema].filter(isObject), isRequired: true };
  for (const name of parsePointer(pointer)) {
    const found: (Member | undefined)[] = at.schemas.map(
      (part) => membersOf(part, document).get(name) ?? itemOf(part, name, document),
    );
    const described = found.filter((member) => member !== undefined);
    if (described.length === 0) return undefined;
    at = {
      schemas: described.flatMap(({ schemas }) => schemas),
      isRequired: at.isRequired && found.every((member) => member?.isRequired === true),
    };
  }
  return at;
}

function itemOf(schema: JsonObject, name: string, document: SchemaSource): Member | undefined {
  const target = resolve(schema, document);
  const items = name === "0" ? resolve(own(target, "items"), document) : undefined;
  return isObject(items) ? { schemas: [items], isRequired: Number(own(target, "minItems") ?? 0) > 0 } : undefined;
}

/** Whether all that describes a member calls it text: by its type, or by values that are all texts. */
export function isText({ schemas }: Member, document: SchemaSource): boolean {
  return schemas.length > 0 && schemas.every((schema) => hasOnly(schema, "string", document));
}

/** Whether all that describes a member calls it a whole number. */
export function isWholeNumber({ schemas }: Member, document: SchemaSource): boolean {
  return schemas.length > 0 && schemas.every((schema) => hasOnly(schema, "integer", document));
}

/** Whether all that describes a member calls it a list. */
export function isList({ schemas }: Member, document: SchemaSource): boolean {
  return schemas.length > 0 && schemas.every((schema) => hasOnly(schema, "array", document));
}

function hasOnly(value: JsonValue | undefined, type: "string" | "integer" | "array", document: SchemaSource, depth = 0): boolean {
  const schema = resolve(value, document);
  if (!isObject(schema) || depth > maxDepth) return false;
  const types = typesOf(schema)?.filter((name) => name !== "null");
  if (types) return types.length === 1 && types[0] === type;
  const values = valuesOf(schema);
  if (values && values.length > 0) return values.every((one) => hasType(one, [type]));
  const isSame = (part: JsonValue) => hasOnly(part, type, document, depth + 1);
  const alternatives = [...branches(schema, "anyOf"), ...branches(schema, "oneOf")];
  return branches(schema, "allOf").some(isSame) || (alternatives.length > 0 && alternatives.every(isSame));
}

function valuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  const values = own(schema, "const") === undefined ? own(schema, "enum") : [schema["const"]!];
  return Array.isArray(values) ? values : undefined;
}

/** The texts that a member may be, in the order in which they are listed; `undefined`: any. */
export function textsOf({ schemas }: Member, document: SchemaSource): readonly string[] | undefined {
  const lists = schemas.map((schema) => textsIn(schema, document));
  return lists.length === 0 || lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))];
}

function textsIn(value: JsonValue | undefined, document: SchemaSource, depth = 0): readonly string[] | undefined {
  const schema = resolve(value, document);
  if (!isObject(schema) || depth > maxDepth) return undefined;
  const values = valuesOf(schema);
  if (values) return values.filter((one) => typeof one === "string");
  const parts = (keyword: "allOf" | "anyOf" | "oneOf") =>
    branches(schema, keyword).map((part) => textsIn(part, document, depth + 1));
  const narrowed = parts("allOf").find((list) => list !== undefined);
  if (narrowed) return narrowed;
  const alternatives = [...parts("anyOf"), ...parts("oneOf")];
  return alternatives.length === 0 || alternatives.includes(undefined) ? undefined : alternatives.flatMap((list) => list ?? []);
}

/** Whether a schema describes an object and nothing in it: any object, or any value at all. */
export function isFreeForm(value: JsonValue | undefined, document: SchemaSource): boolean {
  const schema = resolve(value, document);
  if (!isObject(schema)) return schema !== false;
  const types = typesOf(schema)?.filter((name) => name !== "null");
  if (types && !(types.length === 1 && types[0] === "object")) return false;
  const describing = ["properties", "patternProperties", "allOf", "anyOf", "oneOf", "enum", "const", "not", "if", "items"];
  return own(schema, "additionalProperties") !== false && !describing.some((keyword) => Object.hasOwn(schema, keyword));
}
