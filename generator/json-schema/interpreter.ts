import {
  createInterpreter,
  type EvaluationLimits,
  type InstanceCheck,
  type InstanceEvaluator,
} from "../../templates/runtime/json-schema/interpreter.js";
import type { Direction } from "../../templates/runtime/json-schema/interpreter.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue, ownObject } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import { componentName } from "../document/reference.js";
import { matchesOf } from "./pattern/matches-of.js";
import { markedSchemas, type SchemaContext } from "./variants/marked-schemas.js";
import { rewriteSchema, type Rewriting } from "./variants/rewrite-schema.js";
import { foreignMark, type Schemas } from "./variants/variant.js";

const lintLimits: EvaluationLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** Checks values that stand in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const evaluate = createInstanceEvaluator(document, lintLimits, integers);
  return (schema, value, direction) => evaluate(schema, value, direction).errors;
}

/** Evaluates values against schemas of a document in OpenAPI 3.1, of which each direction has its variant. */
export function createInstanceEvaluator(
  document: JsonObject,
  limits: EvaluationLimits,
  integers: Integers = "exact",
): InstanceEvaluator {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
  return evaluatorOf(schemas, document, limits, integers);
}

/** Evaluates values against the schemas of a contract, given by the names of their components. */
export function createSchemaEvaluator(
  schemas: Schemas,
  limits: EvaluationLimits,
  integers: Integers = "exact",
): InstanceEvaluator {
  return evaluatorOf(schemas, schemas, limits, integers);
}

function evaluatorOf(schemas: Schemas, document: object, limits: EvaluationLimits, integers: Integers): InstanceEvaluator {
  return createInterpreter({
    limits,
    integers,
    suggest,
    matches: matchesOf(document),
    read(direction) {
      const variant = direction && readVariant(schemas, direction);
      const component = variant?.component ?? ((name: string) => schemas.get(name));
      return {
        of: variant?.of ?? ((schema) => schema),
        written: variant?.written ?? ((schema) => schema),
        resolve: (ref) => component(componentName(ref, "schemas") ?? ""),
      };
    },
  });
}

/** One variant of the schemas of a document, each rewritten when it is needed. */
interface VariantSchemas {
  /** The variant of a schema. */
  of(schema: JsonValue): JsonValue;
  /** What a reference in a schema of the variant leads to, by the name that it has there. */
  component(name: string): JsonValue | undefined;
  /** What a schema of the variant is in the document. */
  written(schema: JsonObject): JsonObject;
}

/** Reads one variant of schemas, for those who follow schemas without compiling a contract. */
function readVariant(schemas: Schemas, variant: Direction): VariantSchemas {
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
