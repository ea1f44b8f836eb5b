import { isObject, type JsonObject, type JsonValue, own, ownObject } from "../../document/json-value.js";
import type { Locations } from "../../document/locations.js";
import { referencedName, referenceOf } from "../../document/reference.js";
import { forEachSubschema, inPlaceKeywords, mapChildren } from "../../document/visitor.js";

/** The keywords of a schema in OpenAPI 3.0. */
const keywords30: ReadonlySet<string> = new Set([
  "$ref",
  "additionalProperties",
  "allOf",
  "anyOf",
  "default",
  "deprecated",
  "description",
  "discriminator",
  "enum",
  "example",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "externalDocs",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "nullable",
  "oneOf",
  "pattern",
  "properties",
  "readOnly",
  "required",
  "title",
  "type",
  "uniqueItems",
  "writeOnly",
  "xml",
]);

/** Keywords that reject values and that OpenAPI 3.0 can't express. Without them a schema accepts more. */
const lost: readonly string[] = [
  "contains",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];

/** Receives a keyword that is left out, and the schema that has it. */
export type OnLoss = (keyword: string, schema: JsonObject) => void;

/**
 * Converts schemas of JSON Schema 2020-12 to OpenAPI 3.0. The result accepts the same values, or more if a keyword is
 * left out: then a `not` around it is left out as well, and a `oneOf` around it becomes `anyOf`.
 */
export class SchemaDowngrade {
  readonly #locations: Locations;
  readonly #onLoss: OnLoss;
  /** The components whose schemas accept more than before. */
  readonly #wider: ReadonlySet<string>;
  /** Whether a schema accepts more than before. */
  readonly #known = new Map<JsonObject, boolean>();

  constructor(schemas: JsonObject, locations: Locations, onLoss: OnLoss) {
    this.#locations = locations;
    this.#onLoss = onLoss;
    this.#wider = findWider(schemas);
  }

  convert(schema: JsonValue): JsonValue {
    if (typeof schema === "boolean") return schema ? {} : { not: {} };
    if (!isObject(schema)) return schema;
    if (referenceOf(schema) !== undefined && Object.keys(schema).length === 1) return schema;
    const source = isClosedLater(schema) ? renamed(schema, "unevaluatedProperties", "additionalProperties") : schema;
    for (const keyword of lost) if (isLost(source, keyword)) this.#onLoss(keyword, schema);
    const out = this.#parts(source, schema);
    this.#convertItems(source, out);
    this.#convertAdditional(source, out);
    convertReference(out);
    convertAlternatives(source, out, this.#widens.bind(this));
    if (isObject(own(source, "not")) && this.#widens(source["not"]!)) {
      this.#onLoss("not", schema);
      delete out["not"];
    }
    convertType(source, out);
    convertValues(source, out);
    convertBound(source, out, "minimum", "exclusiveMinimum", (a, b) => a > b);
    convertBound(source, out, "maximum", "exclusiveMaximum", (a, b) => a < b);
    for (const keyword of convertContent(source, out)) this.#onLoss(keyword, schema);
    this.#convertExamples(source, out);
    this.#convertDiscriminator(out);
    if (Array.isArray(out["required"]) && out["required"].length === 0) delete out["required"];
    return out;
  }

  /** Drops the alternative of values without the property, which only OpenAPI 3.2 has. */
  #convertDiscriminator(out: JsonObject): void {
    const discriminator = ownObject(out, "discriminator");
    if (!discriminator || !Object.hasOwn(discriminator, "defaultMapping")) return;
    this.#onLoss("defaultMapping", discriminator);
    const { defaultMapping: _, ...others } = discriminator;
    this.#locations.copy(discriminator, others);
    out["discriminator"] = others;
  }

  /** Converts the schemas in the remaining keywords. */
  #parts(source: JsonObject, schema: JsonObject): JsonObject {
    const kept = Object.entries(source).filter(([key]) => keywords30.has(key) || key.startsWith("x-"));
    const parts = Object.fromEntries(kept);
    this.#locations.copy(schema, parts);
    return mapChildren(
      parts,
      "schema",
      (child, kind, { key }) => {
        const isBoolean = key === "additionalProperties" && typeof child === "boolean";
        return kind === "schema" && !isBoolean ? this.convert(child) : child;
      },
      { onCopy: (from, to) => this.#locations.copy(from, to) },
    );
  }

  /** A list has `items` in OpenAPI 3.0. Those of a tuple may be at any position. */
  #convertItems(source: JsonObject, out: JsonObject): void {
    const tuple = own(source, "prefixItems");
    if (Array.isArray(tuple)) {
      const rest = own(source, "items");
      // The rest is converted already.
      const others = rest === false ? [] : [out["items"] ?? {}];
      out["items"] = { anyOf: [...tuple.map((kind) => this.convert(kind)), ...others] };
      if (rest === false) out["maxItems"] = Math.min(tuple.length, (own(source, "maxItems") as number | undefined) ?? Infinity);
    } else if (admits(source, "array") && own(source, "type") !== undefined) out["items"] ??= {};
  }

  /** OpenAPI 3.0 has one `example`: further ones are kept as `x-examples`. */
  #convertExamples(source: JsonObject, out: JsonObject): void {
    const examples = own(source, "examples");
    if (!Array.isArray(examples) || examples.length === 0) return;
    const others = Object.hasOwn(out, "example") ? [...examples] : examples.slice(1);
    out["example"] ??= examples[0]!;
    if (others.length === 0) return;
    this.#locations.borrow(examples, others);
    out["x-examples"] = others;
  }

  /** A property that matches a pattern must stay valid if others are rejected. */
  #convertAdditional(source: JsonObject, out: JsonObject): void {
    const patterns = Object.values(ownObject(source, "patternProperties") ?? {});
    const rest = own(source, "additionalProperties");
    if (patterns.length === 0 || rest === undefined || rest === true) return;
    const others = rest === false ? [] : [out["additionalProperties"]!];
    const converted = [...patterns.map((kind) => this.convert(kind)), ...others];
    out["additionalProperties"] = converted.length === 1 ? converted[0]! : { anyOf: converted };
  }

  #widens(schema: JsonValue): boolean {
    return isWider(schema, (name) => this.#wider.has(name), this.#known);
  }
}

/** Returns whether a keyword is left out although it rejects some values. */
function isLost(schema: JsonObject, keyword: string): boolean {
  const value = own(schema, keyword);
  if (value === undefined || (value === true && keyword !== "contains")) return false;
  return (keyword !== "then" && keyword !== "else") || Object.hasOwn(schema, "if");
}

/** Returns the components whose converted schemas accept more than before, also because of references. */
function findWider(schemas: JsonObject): Set<string> {
  const users = new Map<string, Set<string>>();
  const wider = new Set<string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const isOwn = isWider(schema, (target) => {
      users.set(target, (users.get(target) ?? new Set()).add(name));
      return false;
    });
    if (isOwn) wider.add(name);
  }
  for (const name of wider) for (const user of users.get(name) ?? []) wider.add(user);
  return wider;
}

/** Returns whether a keyword is left out anywhere in a schema, or in a component that it refers to. `known` keeps the results. */
function isWider(
  schema: JsonValue,
  isWiderComponent: (name: string) => boolean,
  known = new Map<JsonObject, boolean>(),
): boolean {
  if (!isObject(schema)) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const source = isClosedLater(schema) ? renamed(schema, "unevaluatedProperties", "additionalProperties") : schema;
  const name = referencedName(source);
  let found = lost.some((keyword) => isLost(source, keyword)) || (name !== undefined && isWiderComponent(name));
  forEachSubschema(source, (part, _, { key }) => {
    if (keywords30.has(key) && isWider(part, isWiderComponent, known)) found = true;
  });
  known.set(schema, found);
  return found;
}

/**
 * Returns whether `unevaluatedProperties` means the same as `additionalProperties`, because nothing else evaluates
 * properties.
 */
function isClosedLater(schema: JsonObject): boolean {
  const evaluating = [...inPlaceKeywords, "$ref", "additionalProperties", "dependentSchemas"];
  return Object.hasOwn(schema, "unevaluatedProperties") && !evaluating.some((keyword) => Object.hasOwn(schema, keyword));
}

function renamed(schema: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key === from ? to : key, value]));
}

/** Adds a schema that must also be valid. */
function and(out: JsonObject, schema: JsonObject): void {
  const others = own(out, "allOf");
  out["allOf"] = [...(Array.isArray(others) ? others : []), schema];
}

/** Adds alternatives, one of which must be valid. */
function either(out: JsonObject, branches: JsonValue): void {
  if (Object.hasOwn(out, "anyOf")) and(out, { anyOf: branches });
  else out["anyOf"] = branches;
}

/** Keywords next to `$ref` are ignored in OpenAPI 3.0. */
function convertReference(out: JsonObject): void {
  const ref = referenceOf(out);
  if (ref === undefined || Object.keys(out).length === 1) return;
  delete out["$ref"];
  and(out, { $ref: ref });
}

/** Alternatives that accept more than before may overlap. */
function convertAlternatives(source: JsonObject, out: JsonObject, widens: (schema: JsonValue) => boolean): void {
  const branches = own(source, "oneOf");
  if (!Array.isArray(branches) || !branches.some(widens)) return;
  const anyOf = out["oneOf"]!;
  delete out["oneOf"];
  either(out, anyOf);
}

/** A list of types becomes one type, `nullable`, or alternatives. */
function convertType(source: JsonObject, out: JsonObject): void {
  const type = own(source, "type");
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  if (types.length === 0 || (types.length === 1 && types[0] !== "null")) {
    if (types.length === 1) out["type"] = types[0]!;
    return;
  }
  delete out["type"];
  const others = types.filter((name) => name !== "null");
  const isNullable = others.length < types.length;
  if (others.length === 1) {
    out["type"] = others[0]!;
    out["nullable"] = true;
    return;
  }
  const branches: JsonObject[] = others.map((name) => ({ type: name, ...(name === "array" && { items: out["items"] ?? {} }) }));
  if (isNullable) branches.push({ enum: [null] });
  if (branches.length > 1) either(out, branches);
  else if (Object.hasOwn(out, "enum")) and(out, { enum: [null] });
  else out["enum"] = [null];
}

/** `const` becomes `enum`. */
function convertValues(source: JsonObject, out: JsonObject): void {
  const value = own(source, "const");
  if (value !== undefined && Object.hasOwn(out, "enum")) and(out, { enum: [value] });
  else if (value !== undefined) out["enum"] = [value];
}

/** In OpenAPI 3.0, a boolean next to the limit excludes the limit itself. */
function convertBound(
  source: JsonObject,
  out: JsonObject,
  bound: string,
  exclusive: string,
  isNarrower: (bound: number, exclusive: number) => boolean,
): void {
  const limit = own(source, exclusive);
  if (typeof limit !== "number") return;
  delete out[exclusive];
  const inclusive = own(source, bound);
  if (typeof inclusive === "number" && isNarrower(inclusive, limit)) return;
  out[bound] = limit;
  out[exclusive] = true;
}

/**
 * Content that isn't text has a format in OpenAPI 3.0. Returns the keywords about content that the format doesn't
 * express.
 */
function convertContent(source: JsonObject, out: JsonObject): string[] {
  const { contentEncoding, contentMediaType } = source;
  const given = ["contentEncoding", "contentMediaType", "contentSchema"].filter((keyword) => Object.hasOwn(source, keyword));
  if (Object.hasOwn(out, "format") || !admits(source, "string")) return given;
  if (contentEncoding === "base64") out["format"] = "byte";
  const isText = typeof contentMediaType === "string" && /^text\/|json|xml/i.test(contentMediaType);
  if (contentEncoding === undefined && contentMediaType !== undefined && !isText) out["format"] = "binary";
  const expressed = { byte: "contentEncoding", binary: "contentMediaType" }[String(out["format"])];
  return given.filter((keyword) => keyword !== expressed);
}

function admits(schema: JsonObject, name: string): boolean {
  const type = own(schema, "type");
  return type === undefined || (Array.isArray(type) ? type.includes(name) : type === name);
}
