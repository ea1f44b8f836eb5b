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

/** Creates a check for values in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const evaluate = createInstanceEvaluator(document, lintLimits, integers);
  return (schema, value, direction) => evaluate(schema, value, direction).errors;
}

/** Creates an evaluator for schemas of a document in OpenAPI 3.1, which have a variant for each direction. */
export function createInstanceEvaluator(
  document: JsonObject,
  limits: EvaluationLimits,
  integers: Integers = "exact",
): InstanceEvaluator {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
  return evaluatorOf(schemas, document, limits, integers);
}

/** Creates an evaluator for the schemas of a contract, given by component name. */
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

/** One variant of a document's schemas, each rewritten on demand. */
interface VariantSchemas {
  /** Returns the variant of a schema. */
  of(schema: JsonValue): JsonValue;
  /** Returns the target of a reference in a schema of the variant, by its name there. */
  component(name: string): JsonValue | undefined;
  /** Returns the original of a schema of the variant. */
  written(schema: JsonObject): JsonObject;
}

/** Reads one variant of schemas, for traversals that don't compile a contract. */
function readVariant(schemas: Schemas, variant: Direction): VariantSchemas {
  const marked = markedSchemas(schemas, foreignMark(variant)!);
  const originals = new WeakMap<JsonObject, JsonObject>();
  const roots = new WeakMap<JsonObject, JsonValue>();
  const components = new Map<string, { readonly component: string; readonly context: SchemaContext; schema?: JsonValue }>();
  const rewriting: Rewriting = {
    schemas,
    nameOf: (component, inner, context) => {
      // A schema that the variant doesn't change remains the same object, so cached results still apply.
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
