import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../json-value.js";
import { referenceOf } from "../reference.js";
import { mapChildren, type Kind } from "../visitor.js";
import type { SwaggerSource } from "./source.js";

/** Returns the schemas of the components. */
export function upgradeSchemas(source: SwaggerSource): JsonObject {
  const definitions = ownObject(source.written, "definitions")!;
  const schemas: JsonObject = {};
  source.locations.copy(definitions, schemas);
  for (const [name, schema] of Object.entries(definitions)) schemas[source.nameOf(name)] = upgradeSchema(schema, source);
  source.locations.gather(
    schemas,
    Object.keys(definitions).map((name) => [source.nameOf(name), definitions, name] as const),
  );
  return schemas;
}

/** Returns a schema as OpenAPI 3.0 writes it: its references, `discriminator`, `x-nullable` and files are different. */
export function upgradeSchema(schema: JsonValue, source: SwaggerSource): JsonValue {
  if (!isObject(schema)) return schema;
  if (referenceOf(schema) !== undefined) return source.refer(schema);
  const { locations } = source;
  const copy = mapChildren(schema, "schema", (child) => upgradeSchema(child, source), {
    onCopy: (from, to) => locations.copy(from, to),
  });
  // A list has a schema for each position in drafts of JSON Schema, which Swagger 2.0 leaves out and some documents use.
  if (Array.isArray(own(copy, "items"))) {
    source.differs('the elements of a list whose "items" is a list of schemas may be anything', schema, "items");
    copy["items"] = {};
  }
  if (typeof own(copy, "discriminator") === "string") copy["discriminator"] = { propertyName: own(copy, "discriminator")! };
  if (own(copy, "x-nullable") === true) copy["nullable"] = true;
  if (own(copy, "type") === "file") Object.assign(copy, { type: "string", format: "binary" });
  return copy;
}

/** Returns an extension with the schemas of its actions as OpenAPI 3.0 writes them; others as they are. */
export function upgradeExtension(key: string, value: JsonValue, source: SwaggerSource): JsonValue {
  if (!source.isActions(key)) return value;
  const upgrade = (part: JsonValue, kind: Kind): JsonValue => {
    if (!isObject(part)) return part;
    if (kind === "schema") return upgradeSchema(part, source);
    return mapChildren(part, kind, upgrade, { onCopy: (from, to) => source.locations.copy(from, to) });
  };
  return upgrade(value, "actions");
}
