import { asksForRest } from "../../../templates/runtime/json-schema/check-schema.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../document/json-value.js";
import type { Locations } from "../../document/locations.js";
import { referenceOf, schemaReference } from "../../document/reference.js";
import { annotationKeywords } from "../../document/schema-keywords.js";
import { type Kind, mapChildren, type Slot } from "../../document/visitor.js";
import { createNamer, pascalCase, sortKeys, typeName } from "../../model/names.js";
import { branchValue, findDiscriminator } from "./find-discriminator.js";
import type { LoweredContract } from "./lowered-contract.js";

/** Longer titles are sentences. Longer names of locations are cut. */
const maxTitle = 60;
const maxPlace = 100;

/** The location of a schema: a component, an alternative, a part of an `allOf`, or the whole schema of a value. */
type Role = "component" | "branch" | "part" | "value";

/** Keywords that contain types. Others, such as `if` and `not`, contain conditions, which stay inline. */
const roles: Readonly<Record<string, Role>> = {
  additionalProperties: "value",
  allOf: "part",
  anyOf: "branch",
  items: "value",
  oneOf: "branch",
  patternProperties: "value",
  prefixItems: "value",
  properties: "value",
};

/**
 * Keywords that stay next to the reference: those about the location, and conditions, for which no generator creates
 * types.
 */
const locationKeywords: ReadonlySet<string> = new Set(["default", "deprecated", "readOnly", "writeOnly"]);
const conditionKeywords: ReadonlySet<string> = new Set(["else", "if", "then"]);

function staysAtLocation(keyword: string, schema: JsonObject): boolean {
  return locationKeywords.has(keyword) || (conditionKeywords.has(keyword) && !asksForRest(schema));
}

/** Keywords that ignore null. */
const objectKeywords: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  "additionalProperties",
  "dependentRequired",
  "dependentSchemas",
  "maxProperties",
  "minProperties",
  "patternProperties",
  "properties",
  "propertyNames",
  "required",
  "type",
  "unevaluatedProperties",
]);

/**
 * Moves alternatives and inline objects to components of their own, because most generators make a type only of a component:
 *
 *     PostgresAddIpBody: { oneOf: [{ $ref: "#/components/schemas/AllowAddress" }, …] }
 *
 * The name of a component is the schema's title or, if a different schema has it too, the location of the schema: so no name
 * depends on an order. Alternatives that differ in a required text get a `discriminator`. No verdict about a value changes.
 */
export function nameSchemas(lowered: LoweredContract): LoweredContract {
  const taken = Object.keys(ownObject(lowered.components, "schemas") ?? {});
  const texts = new Map<string, Set<string>>();
  const anyName = createNamer(taken);
  new SchemaNamer(lowered, (place, title, text) => {
    if (title !== undefined) texts.set(title.toLowerCase(), (texts.get(title.toLowerCase()) ?? new Set()).add(text));
    return anyName(place);
  }).rewrite();

  const existing = new Set(taken.map((name) => name.toLowerCase()));
  const isFree = (title: string) => texts.get(title.toLowerCase())!.size === 1 && !existing.has(title.toLowerCase());
  const otherName = createNamer([...taken, ...[...texts.keys()].filter(isFree)]);
  return new SchemaNamer(lowered, (place, title) => {
    return title !== undefined && isFree(title) ? title : otherName(place);
  }).rewrite();
}

/** Returns the name of a component, given the name of the schema's location, its title as a name, and its JSON. */
type NameSchema = (place: string, title: string | undefined, text: string) => string;

class SchemaNamer {
  readonly #lowered: LoweredContract;
  readonly #locations: Locations;
  readonly #nameSchema: NameSchema;
  readonly #declared: JsonObject;
  readonly #added: JsonObject = {};
  /** Both in one object, so that it is not recreated for each schema. */
  readonly #all: JsonObject;
  /** The results for schemas that occur in several locations of the contract. */
  readonly #known = new Map<object, JsonObject>();

  constructor(lowered: LoweredContract, nameSchema: NameSchema) {
    this.#lowered = lowered;
    this.#locations = lowered.locations;
    this.#nameSchema = nameSchema;
    this.#declared = ownObject(lowered.components, "schemas") ?? {};
    this.#all = { ...this.#declared };
  }

  rewrite(): LoweredContract {
    const { base, components, ordinaryPaths, actions } = this.#lowered;
    const declared = this.#object(components, "components", "");
    const webhooks = this.#object({ webhooks: own(base, "webhooks") ?? {} }, "root", "");
    const rewritten = {
      ...this.#lowered,
      base: Object.hasOwn(base, "webhooks") ? { ...base, ...webhooks } : base,
      ordinaryPaths: this.#object(ordinaryPaths, "paths", ""),
      actions: actions.map((action) => {
        return { ...action, operation: this.#object(action.operation, "operation", typeName(action.operationId)) };
      }),
    };
    this.#locations.copy(base, rewritten.base);
    const schemas = sortKeys({ ...ownObject(declared, "schemas"), ...this.#added });
    this.#locations.copy(this.#declared, schemas);
    const all = { ...declared, schemas };
    this.#locations.copy(components, all);
    return { ...rewritten, components: all };
  }

  /** Rewrites the schemas in an object of a document. */
  #object(value: JsonObject, kind: Kind, place: string): JsonObject {
    return this.#copy(value, kind, (child, childKind, slot) => {
      if (!isObject(child) || referenceOf(child) !== undefined) return child;
      const name = placeOf(child, childKind, slot, place);
      if (childKind !== "schema") return this.#object(child, childKind, name);
      return this.#schema(child, slot.key === "schemas" ? "component" : "value", name);
    });
  }

  #schema(schema: JsonValue, role: Role, place: string): JsonValue {
    if (!isObject(schema) || referenceOf(schema) !== undefined) return schema;
    const known = this.#known.get(schema);
    if (known) return known;
    const title = titleOf(schema, role);
    if (title === undefined && !isNamed(schema, role)) {
      const changed = this.#parts(schema, place);
      const isUnion = role === "value" && Object.hasOwn(changed, "discriminator");
      if (!isUnion) return changed;
      return this.#refer(schema, this.#nameSchema(place, undefined, ""), () => this.#withoutLocation(changed));
    }
    const content = this.#withoutLocation(schema);
    const name = this.#nameSchema(place, title, JSON.stringify(content));
    return this.#refer(schema, name, () => this.#parts(content, name));
  }

  /** Returns the reference to a component with the content of a schema; creates the component if there is none yet. */
  #refer(schema: JsonObject, name: string, create: () => JsonObject): JsonObject {
    if (!Object.hasOwn(this.#added, name)) this.#all[name] = this.#added[name] = create();
    const reference = schemaReference(name);
    const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => staysAtLocation(key, schema)));
    const isNullable = isNullableObject(schema);
    const branches = [reference, { type: "null" }];
    const result = { ...(isNullable ? { anyOf: branches } : reference), ...kept };
    for (const made of isNullable ? [branches, ...branches, result] : [result]) this.#locations.borrow(schema, made);
    this.#known.set(schema, result);
    return result;
  }

  /** Copies a schema without the parts that stay at its location, including null. */
  #withoutLocation(schema: JsonObject): JsonObject {
    const content = Object.fromEntries(Object.entries(schema).filter(([key]) => !staysAtLocation(key, schema)));
    if (isNullableObject(schema)) content["type"] = "object";
    this.#locations.copy(schema, content);
    return content;
  }

  /** Rewrites the parts of a schema, and adds a `discriminator` to alternatives. */
  #parts(schema: JsonObject, place: string): JsonObject {
    const changed = this.#copy(schema, "schema", (child, kind, slot) => {
      const role = kind === "schema" && Object.hasOwn(roles, slot.key) ? roles[slot.key] : undefined;
      return role === undefined ? child : this.#schema(child, role, partPlace(child, slot, place));
    });
    const discriminator = findDiscriminator(changed, this.#all);
    if (!discriminator) return changed;
    for (const made of [discriminator, discriminator["mapping"] as JsonObject]) this.#locations.borrow(schema, made);
    changed["discriminator"] = discriminator;
    return changed;
  }

  #copy(value: JsonObject, kind: Kind, change: (child: JsonValue, kind: Kind, slot: Slot) => JsonValue): JsonObject {
    return mapChildren(value, kind, change, { onCopy: (from, to) => this.#locations.copy(from, to) });
  }
}

/** Returns a component name for the title of a schema; `undefined` if the title yields none. */
function titleOf(schema: JsonObject, role: Role): string | undefined {
  const title = ownString(schema, "title");
  if (title === undefined || role === "component" || role === "part") return undefined;
  const isType = ["allOf", "anyOf", "oneOf", "properties"].some((key) => Object.hasOwn(schema, key));
  const isScalar = ["const", "enum", "type"].some((key) => Object.hasOwn(schema, key));
  const name = typeName(title);
  return (isType || (role === "branch" && isScalar)) && /^[A-Za-z]/.test(name) && name.length <= maxTitle ? name : undefined;
}

/** Returns whether a schema without a title becomes a component: an object with properties, or a combined one. */
function isNamed(schema: JsonObject, role: Role): boolean {
  if (role === "component" || role === "part") return false;
  const parts = own(schema, "allOf");
  return Object.keys(ownObject(schema, "properties") ?? {}).length > 0 || (Array.isArray(parts) && parts.length > 1);
}

/** Returns whether a schema accepts objects of a kind, and null only because of its type. */
function isNullableObject(schema: JsonObject): boolean {
  const type = own(schema, "type");
  const isBoth = Array.isArray(type) && type.length === 2 && type.includes("object") && type.includes("null");
  return (
    isBoth && Object.keys(schema).every((key) => objectKeywords.has(key) || locationKeywords.has(key) || key.startsWith("x-"))
  );
}

/** Names the location of an object in a document: `GetService200Response`. */
function placeOf(value: JsonObject, kind: Kind, { key, name }: Slot, place: string): string {
  const word = pascalCase(String(name ?? key));
  const id = ownString(value, "operationId");
  if (kind === "operation") return typeName(id ?? `${place}${word}`);
  if (kind === "parameter") return `${place}${pascalCase(ownString(value, "name") ?? word)}`;
  if (kind === "response") return `${place}${word}Response`;
  if (kind === "requestBody") return name === undefined ? `${place}Body` : `${word}Body`;
  if (kind === "schema" && key === "schemas") return typeName(String(name));
  if (kind === "header" || kind === "callback" || (kind === "pathItem" && name !== undefined)) return `${place}${word}`;
  return place;
}

/** Names the location of a schema within another: `PostgresAddIpBodySource`. */
function partPlace(part: JsonValue, { key, name }: Slot, place: string): string {
  const suffix: Readonly<Record<string, () => string>> = {
    properties: () => pascalCase(String(name)) || "Property",
    items: () => "Item",
    prefixItems: () => `Item${Number(name) + 1}`,
    additionalProperties: () => "Value",
    patternProperties: () => "Value",
    anyOf: () => branchName(part, name),
    oneOf: () => branchName(part, name),
  };
  return `${place}${suffix[key]?.() ?? ""}`.slice(0, maxPlace);
}

/** Names an alternative by the text that distinguishes it, or by its number. */
function branchName(part: JsonValue, index: string | number | undefined): string {
  const value = pascalCase(branchValue(part) ?? "");
  return value === "" ? `Option${Number(index) + 1}` : value;
}
