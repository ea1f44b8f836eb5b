import { compare } from "../diagnostics/diagnostic.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";
import { jsonSchemaOf, textAround } from "./derived-parts.js";
import { referencedSchema, referenceOf, resolveSchema, type SchemasByName } from "./reference.js";

/** An Action Object that a part of a body's schema stands for, and where that part stands. */
export interface BodyAction {
  readonly name: string;
  readonly action: JsonObject;
  readonly holder: object;
  readonly key: string;
}

/** The actions of an operation whose body has an alternative, or a key, for each. */
export function bodyActions(operation: JsonObject, binding: JsonObject, document: JsonObject): BodyAction[] {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const place = own(binding, "action");
  const schema = resolveSchema(jsonSchemaOf(own(operation, "requestBody"), document), schemas);
  if (!isObject(schema)) return [];
  const read = textAround(ownString(place, "value"));
  const found =
    ownString(place, "in") === "body-key"
      ? keyActions(schema, schemas)
      : fieldActions(schema, ownString(place, "name") ?? "", schemas);
  const actions = found.flatMap((one) => {
    const name = read(one.name);
    return name === undefined ? [] : [{ ...one, name }];
  });
  return actions.sort((a, b) => compare(a.name, b.name));
}

/** An alternative for each value of the field that names the action. */
function fieldActions(schema: JsonObject, name: string, schemas: SchemasByName | undefined): BodyAction[] {
  const field = name.replace(/^\//, "");
  const all = alternativesOf(schema);
  const mapping = Object.entries(ownObject(ownObject(schema, "discriminator"), "mapping") ?? {});
  return all.flatMap((branch, index) => {
    const parts = partsOf(branch, schemas);
    const lists = parts
      .map((part) => textsOf(own(ownObject(part, "properties"), field), schemas))
      .filter(({ length }) => length > 0);
    // A shared part may list all names, the alternative its own.
    const [values = []] = lists.sort((a, b) => a.length - b.length);
    const mapped = mapping.flatMap(([text, target]) => (target === referenceOf(branch) ? [text] : []));
    const names = mapped.length > 0 ? mapped : values;
    const others = parts.flatMap((part) => Object.keys(ownObject(part, "properties") ?? {})).filter((key) => key !== field);
    return names.map((text): BodyAction => {
      const action = { ...describe(parts, text), ...(others.length > 0 && { body: branch }) };
      return { name: text, action, holder: all, key: String(index) };
    });
  });
}

/** A key for each action: alternatives with one property each, or the properties of an object that has only one. */
function keyActions(schema: JsonObject, schemas: SchemasByName | undefined): BodyAction[] {
  const list = alternativesOf(schema);
  const holders = (list.length > 0 ? list : [schema]).map((branch) => resolveSchema(branch, schemas));
  return holders.flatMap((holder) => {
    const properties = ownObject(holder, "properties") ?? {};
    return Object.entries(properties).map(([key, value]): BodyAction => {
      const target = resolveSchema(value, schemas);
      const takesInput = partsOf(value, schemas).some((part) => own(part, "properties") !== undefined);
      const parts = isObject(target) ? [target] : [];
      return { name: key, action: { ...describe(parts, key), ...(takesInput && { body: value }) }, holder: properties, key };
    });
  });
}

function alternativesOf(schema: JsonObject): readonly JsonValue[] {
  const list = own(schema, "oneOf") ?? own(schema, "anyOf");
  return Array.isArray(list) ? list : [];
}

function describe(parts: readonly JsonObject[], name: string): JsonObject {
  const [title] = parts.flatMap((part) => ownString(part, "title") ?? []);
  const [description] = parts.flatMap((part) => ownString(part, "description") ?? []);
  const isDeprecated = parts.some((part) => own(part, "deprecated") === true);
  return { label: title ?? name, ...(description !== undefined && { description }), ...(isDeprecated && { deprecated: true }) };
}

/** The schemas that apply to one value: a schema, what it refers to, and what it combines. */
function partsOf(
  value: JsonValue | undefined,
  schemas: SchemasByName | undefined,
  seen: Set<JsonValue> = new Set(),
): JsonObject[] {
  if (!isObject(value) || seen.has(value)) return [];
  seen.add(value);
  const all = own(value, "allOf");
  const inner = [referencedSchema(value, schemas), ...(Array.isArray(all) ? all : [])];
  return [value, ...inner.flatMap((part) => partsOf(part, schemas, seen))];
}

/** The texts that a schema lists: what names an alternative lists one, or few. */
function textsOf(value: JsonValue | undefined, schemas: SchemasByName | undefined): string[] {
  const schema = resolveSchema(value, schemas);
  const only = ownString(schema, "const");
  return only === undefined ? ownStrings(schema, "enum") : [only];
}
