import { parsePointer } from "../../templates/runtime/json.js";
import { readLocation } from "./fact-places.js";
import { compare } from "../diagnostics/diagnostic.js";
import { conjuncts, foldSchemas, type Question } from "./fold-schema.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";
import { namingSchemaOf, textAround } from "./derived-parts.js";
import { componentPointer, referenceOf, resolveComponent, resolveSchema, type SchemasByName } from "./reference.js";

/** An Action Object derived from a part of a body's schema, and the location of that part. */
export interface BodyAction {
  readonly name: string;
  readonly action: JsonObject;
  readonly holder: object;
  readonly key: string;
}

/** Returns the actions of an operation whose body has an alternative or a key for each. */
export function bodyActions(operation: JsonObject, binding: JsonObject, document: JsonObject): BodyAction[] {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const place = own(binding, "action");
  const read = textAround(ownString(place, "value"));
  const location = readLocation(ownString(place, "in"));
  if (location === "media-type") return typeActions(own(operation, "requestBody"), read, document);
  const body = namingSchemaOf(own(operation, "requestBody"), document);
  const list = ownString(binding, "list");
  const schema = resolveSchema(list === undefined ? body : itemAt(body, list, schemas), schemas);
  if (!isObject(schema)) return [];
  const isKey = location === "key" || location === "member";
  const keyed = location === "key" ? schema : withoutCommon(schema, schemas);
  const found = isKey ? keyActions(keyed, schemas) : fieldActions(schema, ownString(place, "name") ?? "", schemas);
  const actions = found.flatMap((one) => {
    const name = read(one.name);
    return name === undefined ? [] : [{ ...one, name }];
  });
  return mergeBodies(actions).sort((a, b) => compare(a.name, b.name));
}

/** Returns the schema of the items of the list at a pointer. */
function itemAt(body: JsonValue | undefined, list: string, schemas: SchemasByName | undefined): JsonValue | undefined {
  const find = (schema: JsonValue | undefined, member: (part: JsonObject) => JsonValue | undefined) =>
    schema === undefined ? undefined : partsOf(schema, schemas).flatMap((part) => member(part) ?? [])[0];
  const holder = parsePointer(list).reduce(
    (schema, name) => find(schema, (part) => own(ownObject(part, "properties"), name)),
    body,
  );
  return find(holder, (part) => own(part, "items"));
}

/** Returns an action for each media type that has the name of one. */
function typeActions(
  body: JsonValue | undefined,
  read: (text: string) => string | undefined,
  document: JsonObject,
): BodyAction[] {
  const holder = ownObject(resolveComponent(body, document), "content") ?? {};
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const actions = Object.entries(holder).flatMap(([type, media]): BodyAction[] => {
    const name = read(type.split(";")[0]!.trim());
    if (name === undefined) return [];
    const schema = own(media, "schema");
    const parts = schema === undefined ? [] : partsOf(schema, schemas);
    return [
      { name, action: { ...describe(parts, name), ...(schema !== undefined && bodyOf(schema, parts, "")) }, holder, key: type },
    ];
  });
  return actions.sort((a, b) => compare(a.name, b.name));
}

/** Returns one action per name; if several alternatives have the same name, its body is one of theirs. */
function mergeBodies(actions: readonly BodyAction[]): BodyAction[] {
  const byName = new Map<string, BodyAction[]>();
  for (const one of actions) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  return [...byName.values()].map((same) => {
    const bodies = same.flatMap(({ action }) => own(action, "body") ?? []);
    const distinct = [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()];
    const [first] = same as [BodyAction];
    return distinct.length < 2 ? first : { ...first, action: { ...first.action, body: { anyOf: distinct } } };
  });
}

/**
 * Returns an action for each value of the field that names the action: one per alternative, or one per listed value of
 * a single schema.
 */
function fieldActions(schema: JsonObject, name: string, schemas: SchemasByName | undefined): BodyAction[] {
  const field = name.replace(/^\//, "");
  const branches = branchesOf(schema, schemas);
  const mapping = ownObject(ownObject(schema, "discriminator"), "mapping") ?? {};
  if (branches.length > 0)
    return branches.flatMap(({ branch, holder, key }) => {
      const parts = partsOf(branch, schemas);
      const lists = parts.map((part) => listedTexts(part, field, schemas).texts).filter(({ length }) => length > 0);
      // A shared part may list all names, the alternative its own.
      const [values = []] = lists.sort((a, b) => a.length - b.length);
      const mapped = Object.keys(mapping).filter((text) => mappedReference(mapping[text]) === referenceOf(branch));
      const names = mapped.length > 0 ? mapped : values;
      return names.map((text): BodyAction => {
        return { name: text, action: { ...describe(parts, text), ...bodyOf(branch, parts, field) }, holder, key };
      });
    });
  // A schema that extends the discriminated one refers to it, and only the mapping names it.
  const mapped = Object.keys(mapping).flatMap((text): BodyAction[] => {
    const ref = mappedReference(mapping[text]);
    if (ref === undefined) return [];
    const parts = partsOf({ $ref: ref }, schemas);
    return [
      { name: text, action: { ...describe(parts, text), ...bodyOf({ $ref: ref }, parts, field) }, holder: mapping, key: text },
    ];
  });
  if (mapped.length > 0) return mapped;
  const parts = partsOf(schema, schemas);
  const [listed] = parts
    .map((part) => listedTexts(part, field, schemas))
    .filter(({ texts }) => texts.length > 0)
    .sort((a, b) => a.texts.length - b.texts.length);
  return (listed?.texts ?? []).map((text, index): BodyAction => {
    return { name: text, action: { label: text, ...bodyOf(schema, parts, field) }, holder: listed!.holder, key: String(index) };
  });
}

/** Returns the body of an action; none if only the field that names it is described. */
function bodyOf(schema: JsonValue, parts: readonly JsonObject[], field: string): JsonObject {
  const hasOthers = parts.some((part) => Object.keys(ownObject(part, "properties") ?? {}).some((key) => key !== field));
  return hasOthers ? { body: schema } : {};
}

/** Returns the reference in a mapping, which may be the bare name of a schema. */
function mappedReference(target: JsonValue | undefined): string | undefined {
  if (typeof target !== "string") return undefined;
  return target.startsWith("#/") ? target : componentPointer("schemas", target);
}

/**
 * Returns an action for each key: alternatives with one property each, or the properties of an object that allows only
 * one.
 */
function keyActions(schema: JsonObject, schemas: SchemasByName | undefined): BodyAction[] {
  const keyValueOf = foldSchemas(aboutKeyValue, schemas);
  const branches = branchesOf(schema, schemas).map(({ branch }) => branch);
  const holders = (branches.length > 0 ? branches : [schema]).map((branch) => resolveSchema(branch, schemas));
  return holders.flatMap((holder) => {
    const properties = ownObject(holder, "properties") ?? {};
    return Object.entries(properties).map(([key, value]): BodyAction => {
      const target = resolveSchema(value, schemas);
      const parts = isObject(target) ? [target] : [];
      const body = takesInput(keyValueOf(value)) ? { body: value } : {};
      return { name: key, action: { ...describe(parts, key), ...body }, holder: properties, key };
    });
  });
}

/**
 * Returns an object with the keys of which each alternative requires one, as properties of their own: `oneOf: [{ required: [start] }, …]`.
 * The other members are those that all actions have in common.
 */
function withoutCommon(schema: JsonObject, schemas: SchemasByName | undefined): JsonObject {
  const properties = branchesOf(schema, schemas).flatMap(({ branch }) => {
    const parts = [...partsOf(branch, schemas), ...partsOf(schema, schemas)];
    const [name, ...more] = ownStrings(resolveSchema(branch, schemas), "required");
    const [value] = parts.flatMap((part) => (name === undefined ? [] : (own(ownObject(part, "properties"), name) ?? [])));
    return name === undefined || more.length > 0 || value === undefined ? [] : [[name, value] as const];
  });
  return { properties: Object.fromEntries(properties) };
}

/** Whether the value of a key is input: it has properties, or can't be null, the value of an action without input. */
function takesInput({ isInput, isAnyInput }: KeyValue): boolean {
  return isAnyInput ?? isInput;
}

interface KeyValue {
  readonly isInput: boolean;
  /** Whether one of the alternatives is input; absent without alternatives. */
  readonly isAnyInput?: boolean | undefined;
}

const noInput: KeyValue = { isInput: false };

const aboutKeyValue: Question<KeyValue> = {
  own: (schema) => ({ isInput: own(schema, "properties") !== undefined || excludesNull(schema) }),
  all: (answers) => {
    const alternatives = answers.flatMap(({ isAnyInput }) => isAnyInput ?? []);
    return {
      isInput: answers.some(({ isInput }) => isInput),
      isAnyInput: alternatives.length > 0 ? alternatives.includes(true) : undefined,
    };
  },
  any: (answers) => ({ isInput: false, isAnyInput: answers.some(takesInput) }),
  anything: noInput,
  nothing: noInput,
  unknown: noInput,
};

function excludesNull(part: JsonObject): boolean {
  const type = own(part, "type");
  return type !== undefined && own(part, "nullable") !== true && ![type].flat().includes("null");
}

/** An alternative of a schema, and its location. */
interface Branch {
  readonly branch: JsonValue;
  readonly holder: object;
  readonly key: string;
}

/** Returns the alternatives of a schema, with those that have alternatives themselves replaced by these, each once. */
function branchesOf(schema: JsonObject, schemas: SchemasByName | undefined, seen: Set<JsonValue> = new Set()): Branch[] {
  const list = own(schema, "oneOf") ?? own(schema, "anyOf");
  if (!Array.isArray(list)) return [];
  seen.add(schema);
  return list.flatMap((branch, index) => {
    const target = resolveSchema(branch, schemas);
    if (target !== undefined && seen.has(target)) return [];
    const inner = isObject(target) ? branchesOf(target, schemas, seen) : [];
    return inner.length > 0 ? inner : [{ branch, holder: list, key: String(index) }];
  });
}

function describe(parts: readonly JsonObject[], name: string): JsonObject {
  const [title] = parts.flatMap((part) => ownString(part, "title") ?? []);
  const [description] = parts.flatMap((part) => ownString(part, "description") ?? []);
  const isDeprecated = parts.some((part) => own(part, "deprecated") === true);
  return { label: title ?? name, ...(description !== undefined && { description }), ...(isDeprecated && { deprecated: true }) };
}

/** Returns the schemas that apply to one value: a schema, its reference, and the schemas that it combines. */
function partsOf(schema: JsonValue, schemas: SchemasByName | undefined): readonly JsonObject[] {
  return foldSchemas(conjuncts, schemas)(schema);
}

/** Returns the strings that a schema lists for one of its properties, and the objects that contain them. */
function listedTexts(
  part: JsonObject,
  field: string,
  schemas: SchemasByName | undefined,
): { readonly texts: string[]; readonly holder: object } {
  const schema = resolveSchema(own(ownObject(part, "properties"), field), schemas);
  const only = ownString(schema, "const");
  const texts = only === undefined ? [...new Set(ownStrings(schema, "enum"))] : [only];
  return { texts, holder: (own(schema, "enum") as object | undefined) ?? part };
}
