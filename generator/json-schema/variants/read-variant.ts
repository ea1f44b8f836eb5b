import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { markedSchemas, type Context } from "./marked-schemas.js";
import { rewriteSchema, type Rewriting } from "./rewrite-schema.js";
import { foreignMark, type Schemas } from "./variant.js";

/** The schemas of a document as one side has them, each rewritten when it is needed. */
export interface SchemasOfSide {
  /** A schema as the side has it. */
  of(schema: JsonValue): JsonValue;
  /** What a reference in a schema of the side leads to, by the name that it has there. */
  component(name: string): JsonValue | undefined;
  /** What a schema of the side is in the document. */
  written(schema: JsonObject): JsonObject;
}

/** Reads schemas for a side, for those who follow schemas without compiling a contract. */
export function readSide(schemas: Schemas, side: "request" | "answer"): SchemasOfSide {
  const marked = markedSchemas(schemas, foreignMark(side)!);
  const originals = new WeakMap<JsonObject, JsonObject>();
  const roots = new WeakMap<JsonObject, JsonValue>();
  const components = new Map<string, { readonly component: string; readonly context: Context; schema?: JsonValue }>();
  const rewriting: Rewriting = {
    schemas,
    nameOf: (component, inner, context) => {
      // What the side doesn't change stays what it is, with all that is known of it.
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
      if (root === undefined) roots.set(schema, (root = rewriteSchema(schema, side, rewriting)));
      return root;
    },
    component(name) {
      const found = components.get(name);
      if (!found) return schemas.get(name);
      return (found.schema ??= rewriteSchema(schemas.get(found.component)!, side, rewriting, found.context));
    },
    written: (schema) => originals.get(schema) ?? schema,
  };
}
