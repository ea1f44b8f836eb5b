import { escapeSegment, parsePointer, unescapeSegment } from "../../templates/runtime/json.js";
import { own, ownString, type JsonObject, type JsonValue } from "./json-value.js";

// References of a bundled document: each leads to a component, none in a circle. In OpenAPI 3.0 the keywords beside the `$ref`
// of a schema are ignored, in 3.1 they count; `upgradeDocument` has removed those that are ignored. `follow-reference.ts` follows
// references as they are written, from file to file.

/** Schemas by the name of their component: a section of a document, or those of a contract. */
export type SchemasByName = JsonObject | ReadonlyMap<string, JsonValue>;

/** The reference to a component. */
export function componentPointer(section: string, name: string): string {
  return `#/components/${section}/${escapeSegment(name)}`;
}

/** The name behind `#/components/<section>/<name>`, or `undefined` for anything else. */
export function componentName(ref: string, section: string): string | undefined {
  const prefix = `#/components/${section}/`;
  if (!ref.startsWith(prefix)) return undefined;
  const name = ref.slice(prefix.length);
  return name.includes("/") ? undefined : unescapeSegment(name);
}

/** A schema that refers to a component and says nothing else. */
export function schemaReference(name: string): JsonObject {
  return { $ref: componentPointer("schemas", name) };
}

/** The `$ref` of a schema, or of what stands for another object. */
export function referenceOf(value: JsonValue | undefined): string | undefined {
  return ownString(value, "$ref");
}

/** The name of the component that a `$ref` leads to. */
export function referencedName(value: JsonValue | undefined, section = "schemas"): string | undefined {
  const ref = referenceOf(value);
  return ref === undefined ? undefined : componentName(ref, section);
}

/** The name of the component that a schema refers to, if it has no other keyword. */
export function loneReference(schema: JsonValue): string | undefined {
  const name = referencedName(schema);
  return name !== undefined && Object.keys(schema as JsonObject).length === 1 ? name : undefined;
}

/** What the `$ref` of a schema leads to, one step on: it may have a `$ref` again, and keywords beside it that count. */
export function referencedSchema(schema: JsonValue | undefined, schemas: SchemasByName | undefined): JsonValue | undefined {
  const name = referencedName(schema);
  if (name === undefined) return undefined;
  return schemas instanceof Map ? schemas.get(name) : own(schemas as JsonObject | undefined, name);
}

/** The loader allows no longer chain and no circle; this only guards against a document that it has not seen. */
const maxSteps = 10_000;

/**
 * Follows the references of a schema to their end, or to the first that `isFollowed` says no to, such as one with keywords
 * beside it.
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

/** Follows the references of an object of a document to their end; what is beside a `$ref` is ignored. */
export function resolveComponent(value: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  let current = value;
  for (let steps = 0; steps < maxSteps; steps++) {
    const ref = referenceOf(current);
    if (ref === undefined) break;
    current = valueAt(document, ref);
  }
  return current;
}

/** What the pointer of a reference leads to in a document. */
export function valueAt(document: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith("#/")) return undefined;
  return parsePointer(ref).reduce<JsonValue | undefined>((value, key) => own(value, key), document);
}
