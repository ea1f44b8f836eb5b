import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Direction } from "../../../templates/runtime/json-schema/walk.js";
import { markedSchemas, type SchemaContext } from "./marked-schemas.js";
import { rewriteSchema, type Rewriting } from "./rewrite-schema.js";
import { foreignMark, type Schemas } from "./variant.js";

/** One variant of the schemas of a document, each rewritten when it is needed. */
export interface VariantSchemas {
  /** The variant of a schema. */
  of(schema: JsonValue): JsonValue;
  /** What a reference in a schema of the variant leads to, by the name that it has there. */
  component(name: string): JsonValue | undefined;
  /** What a schema of the variant is in the document. */
  written(schema: JsonObject): JsonObject;
}

/** Reads one variant of schemas, for those who follow schemas without compiling a contract. */
export function readVariant(schemas: Schemas, variant: Direction): VariantSchemas {
  const marked = markedSchemas(schemas, foreignMark(variant)!);
  const originals = new WeakMap<JsonObject, JsonObject>();
  const roots = new WeakMap<JsonObject, JsonValue>();
  const components = new Map<string, { readonly component: string; readonly context: SchemaContext; schema?: JsonValue }>();
  const rewriting: Rewriting = {
    schemas,
    nameOf: (component, inner, context) => {
      // What the variant doesn't change stays what it is, with all that is known of it.
      if (inner === "written" || (context.length === 0 && !marked.reaches(schemas.get(component)))) return component;
      const name = `${component} ${marked.keyOf(context)}`;
      if (!components.has(name)) components.set(name, { component, context });
      return name;
    },
    onChange: () => undefined,
    onCopy: (written, copy) => void originals.set(copy, written),
  };
  return {
    of(schema) {
      if (!isObject(schema) || !marked.reaches(schema)) return schema;
      let root = roots.get(schema);
      if (root === undefined) roots.set(schema, (root = rewriteSchema(schema, variant, rewriting)));
      return root;
    },
    component(name) {
      const found = components.get(name);
      if (!found) return schemas.get(name);
      return (found.schema ??= rewriteSchema(schemas.get(found.component)!, variant, rewriting, found.context));
    },
    written: (schema) => originals.get(schema) ?? schema,
  };
}
