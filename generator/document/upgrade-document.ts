import { markSequences } from "./item-schemas.js";
import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { markParts } from "./part-lists.js";
import { settlePathParameters } from "./path-parameters.js";
import { applyRepairs, excludesNull, findRepairs, upgradeBound, type RepairedSchema } from "./tolerate-schema.js";
import { forEachChild, mapChildren, openApiVersion, type Kind } from "./visitor.js";

/** Fields of path items for the methods that OpenAPI 3.2 adds. */
const newMethods = ["query", "additionalOperations"];

/** Options of `upgradeDocument`. */
export interface UpgradeOptions {
  readonly onRepair?: (repaired: RepairedSchema) => void;
  /** Whether item schemas and examples stay as they are written, for copies of the document. */
  readonly keepsItemSchemas?: boolean;
}

/**
 * Converts a bundled document to OpenAPI 3.1 or 3.2, with schemas in JSON Schema 2020-12. From 3.0: `nullable`, boolean
 * `exclusiveMinimum` and `exclusiveMaximum`, ignored siblings of `$ref`, `example`. Before 3.2: the fields `query` and
 * `additionalOperations` of path items, which are ignored there. From 3.2: the values of examples, and `components/mediaTypes`, which bundling has inlined; also
 * the item schemas of sequential media types, which some documents of earlier versions have (`item-schemas.ts`), and lists of parts
 * (`part-lists.ts`).
 * From all: oddities with a single obvious meaning (`tolerate-schema.ts`), including `nullable`. Afterwards, paths match their
 * parameters. Returns a document without any of this as is.
 */
export function upgradeDocument(
  document: JsonObject,
  locations: Locations,
  isActions: (key: string) => boolean,
  { onRepair, keepsItemSchemas = false }: UpgradeOptions = {},
): JsonObject {
  const written = openApiVersion(document);
  const version = written === "3.0" ? "3.0" : "3.1";
  if (written === "3.1" && isPlain(document, isActions)) return settlePathParameters(document, locations);

  // Derived actions share the schemas of their endpoint, which remain one schema.
  const schemas = new Map<JsonObject, JsonValue>();
  const upgrade = (given: JsonValue, kind: Kind): JsonValue => {
    if (!isObject(given)) return given;
    const known = kind === "schema" ? schemas.get(given) : undefined;
    if (known !== undefined) return known;
    const mayHaveItems = (kind === "response" || kind === "requestBody") && !keepsItemSchemas;
    const marked = mayHaveItems ? markSequences(given, document, locations) : given;
    const value = mayHaveItems && written === "3.2" ? markParts(marked, document, locations) : marked;
    const copy = mapChildren(value, kind, upgrade, { isActions, onCopy: (from, to) => locations.copy(from, to) });
    if (kind === "pathItem" && written !== "3.2") for (const field of newMethods) delete copy[field];
    if (kind === "components" && written === "3.2") delete copy["mediaTypes"];
    if (kind === "example" && written === "3.2" && !keepsItemSchemas) upgradeExample(copy);
    if (kind !== "schema") return copy;
    const repairs = findRepairs(copy, version);
    applyRepairs(copy, repairs, locations);
    const upgraded = version === "3.0" ? upgradeSchema(copy, locations) : admitNull(copy, locations);
    if (onRepair) for (const repair of repairs) onRepair({ schema: copy, repair });
    schemas.set(given, upgraded);
    return upgraded;
  };
  const upgraded = upgrade(document, "root") as JsonObject;
  if (written !== "3.2") upgraded["openapi"] = "3.1.0";
  return settlePathParameters(upgraded, locations);
}

/** The documents in which there is nothing to convert; lint and the model ask for it. */
const plain = new WeakSet<JsonObject>();

function isPlain(document: JsonObject, isActions: (key: string) => boolean): boolean {
  if (plain.has(document)) return true;
  if (isOdd(document, "root", isActions)) return false;
  plain.add(document);
  return true;
}

/** Returns whether a schema or a path item of a 3.1 document has to be converted. */
function isOdd(value: JsonValue, kind: Kind, isActions: (key: string) => boolean): boolean {
  if (!isObject(value)) return false;
  if (kind === "schema" && findRepairs(value, "3.1").length > 0) return true;
  if (kind === "pathItem" && newMethods.some((field) => Object.hasOwn(value, field))) return true;
  if (kind === "mediaType" && Object.hasOwn(value, "itemSchema")) return true;
  let found = false;
  forEachChild(value, kind, (child, childKind) => (found ||= isOdd(child, childKind, isActions)), isActions);
  return found;
}

/**
 * Converts a schema of OpenAPI 3.0 in place, or returns its replacement. Next to a reference, `format: password` is kept: it
 * doesn't affect validation, and it protects a secret.
 */
function upgradeSchema(schema: JsonObject, locations: Locations): JsonObject {
  if (typeof schema["$ref"] === "string") {
    const isSecret = typeof schema["format"] === "string" && /^\s*password\s*$/i.test(schema["format"]);
    const kept = new Set(["$ref", "nullable", ...(isSecret ? ["format"] : [])]);
    for (const key of Object.keys(schema)) if (!kept.has(key)) delete schema[key];
    return admitNull(schema, locations);
  }
  upgradeBound(schema, "minimum", "exclusiveMinimum");
  upgradeBound(schema, "maximum", "exclusiveMaximum");
  if (Object.hasOwn(schema, "example")) {
    const examples = [schema["example"]!];
    locations.borrow(schema, examples);
    schema["examples"] = examples;
    delete schema["example"];
  }
  return admitNull(schema, locations);
}

/** Moves the data of an OpenAPI 3.2 example to the field that 3.1 has for it. */
function upgradeExample(example: JsonObject): void {
  const { dataValue } = example;
  if (dataValue !== undefined && !Object.hasOwn(example, "value")) example["value"] = dataValue;
  delete example["dataValue"];
}

/** Keywords that refer to schemas which may not accept null. */
const combining = ["$ref", "allOf", "anyOf", "oneOf"];

/** Keywords for objects and lists: without a type they accept null, but generated types don't include it. */
const describing = ["properties", "patternProperties", "additionalProperties", "required", "items"];

/** Keywords that apply to null as well. */
const annotations: ReadonlySet<string> = new Set([
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/**
 * Replaces a boolean `nullable` by its JSON Schema equivalent. OpenAPI 3.0.3 defines it only next to `type`;
 * next to a reference or combined schemas it is used for the same purpose, and means the same here. An `enum` without null
 * still excludes null.
 */
function admitNull(schema: JsonObject, locations: Locations): JsonObject {
  const { nullable, type } = schema;
  if (typeof nullable !== "boolean") return schema;
  delete schema["nullable"];
  if (!nullable || excludesNull(schema)) return schema;
  const wrapped = type === undefined ? [...combining, ...describing] : combining;
  if (wrapped.some((keyword) => Object.hasOwn(schema, keyword))) return orNull(schema, locations);
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.includes("null")) schema["type"] = [...(types as JsonValue[]), "null"];
  return schema;
}

/** Returns a schema that accepts null and the values of another; annotations move to it. */
function orNull(schema: JsonObject, locations: Locations): JsonObject {
  const entries = Object.entries(schema);
  const inner = Object.fromEntries(entries.filter(([keyword]) => !annotations.has(keyword)));
  locations.copy(schema, inner);
  const isNull: JsonObject = { type: "null" };
  locations.borrow(schema, isNull);
  const branches: JsonValue[] = [inner, isNull];
  locations.borrow(schema, branches);
  const outer: JsonObject = { ...Object.fromEntries(entries.filter(([keyword]) => annotations.has(keyword))), anyOf: branches };
  locations.copy(schema, outer);
  return outer;
}
