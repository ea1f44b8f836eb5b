import { escapeSegment, parsePointer, unescapeSegment } from "../../templates/runtime/json.js";
import { own, ownString, type JsonObject, type JsonValue } from "./json-value.js";

// References of a bundled document: each points to a component, without cycles. In OpenAPI 3.0, keywords next to the `$ref`
// of a schema are ignored, in 3.1 they apply; `upgradeDocument` has removed the ignored ones. `follow-reference.ts` resolves
// references as written, across files.

/** Schemas by the name of their component: a section of a document, or those of a contract. */
export type SchemasByName = JsonObject | ReadonlyMap<string, JsonValue>;

/** Returns the reference to a component. */
export function componentPointer(section: string, name: string): string {
  return `#/components/${section}/${escapeSegment(name)}`;
}

/** Returns the section and the name in `#/components/<section>/<name>`, or `undefined` for anything else. */
export function componentAt(ref: string): { readonly section: string; readonly name: string } | undefined {
  const [, section, name] = /^#\/components\/([^/]+)\/([^/]*)$/.exec(ref) ?? [];
  return section === undefined ? undefined : { section, name: unescapeSegment(name!) };
}

/** Returns the name in `#/components/<section>/<name>`, or `undefined` for anything else. */
export function componentName(ref: string, section: string): string | undefined {
  const prefix = `#/components/${section}/`;
  if (!ref.startsWith(prefix)) return undefined;
  const name = ref.slice(prefix.length);
  if (name.includes("/")) return undefined;
  // Few names have one, and a large contract has thousands of references.
  return name.includes("~") ? unescapeSegment(name) : name;
}

/** Returns a schema that is only a reference to a component. */
export function schemaReference(name: string): JsonObject {
  return { $ref: componentPointer("schemas", name) };
}

/** Returns the `$ref` of a schema, or of a reference to another object. */
export function referenceOf(value: JsonValue | undefined): string | undefined {
  return ownString(value, "$ref");
}

/** Returns the name of the component that a `$ref` points to. */
export function referencedName(value: JsonValue | undefined, section = "schemas"): string | undefined {
  const ref = referenceOf(value);
  return ref === undefined ? undefined : componentName(ref, section);
}

/** Returns the name of the component that a schema refers to, if it has no other keyword. */
export function loneReference(schema: JsonValue): string | undefined {
  const name = referencedName(schema);
  return name !== undefined && Object.keys(schema as JsonObject).length === 1 ? name : undefined;
}

/** Returns the direct target of a schema's `$ref`; it may have another `$ref`, and keywords next to it that apply. */
export function referencedSchema(schema: JsonValue | undefined, schemas: SchemasByName | undefined): JsonValue | undefined {
  const name = referencedName(schema);
  if (name === undefined) return undefined;
  return schemas instanceof Map ? schemas.get(name) : own(schemas as JsonObject | undefined, name);
}

/** The loader rejects longer chains and cycles; this only guards against other documents. */
const maxSteps = 10_000;

/**
 * Follows the references of a schema to their end, or to the first one that `isFollowed` rejects, such as one with keywords
 * next to it.
 */
export function resolveSchema(
  schema: JsonValue | undefined,
  schemas: SchemasByName | undefined,
  isFollowed: (reference: JsonObject) => boolean = () => true,
): JsonValue | undefined {
  let current = schema;
  for (let steps = 0; steps < maxSteps && referenceOf(current) !== undefined; steps++) {
    if (!isFollowed(current as JsonObject)) break;
    current = referencedSchema(current, schemas);
  }
  return current;
}

/** Follows the references of an object of a document to their end; ignores fields next to a `$ref`. */
export function resolveComponent(value: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  let current = value;
  for (let steps = 0; steps < maxSteps; steps++) {
    const ref = referenceOf(current);
    if (ref === undefined) break;
    current = valueAt(document, ref);
  }
  return current;
}

/** Returns the target of a pointer in a document. */
export function valueAt(document: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith("#/")) return undefined;
  return parsePointer(ref).reduce<JsonValue | undefined>((value, key) => own(value, key), document);
}
