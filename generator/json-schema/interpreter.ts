import { formats, roundedFormats } from "../../templates/runtime/formats.js";
import { checkSchema } from "../../templates/runtime/json-schema/check-schema.js";
import { type Matches, type Violation, type Walk, tooMuch } from "../../templates/runtime/json-schema/walk.js";
import { type JsonObject, type JsonValue, ownString } from "../../templates/runtime/json.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, ownObject } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import { componentName } from "../document/reference.js";
import { type InstanceError, type Wording, explainAlternatives, toInstanceErrors } from "./instance-errors.js";
import { createPatternMatches } from "./pattern/matches-of.js";
import { type SchemaContext, markedSchemas } from "./variants/marked-schemas.js";
import { type Rewriting, rewriteSchema } from "./variants/rewrite-schema.js";
import { type Schemas, foreignMark } from "./variants/variant.js";

/** The limits for values in the document itself. */
export const documentLimits: EvaluationLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** Creates a check for values in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const evaluate = createInstanceEvaluator(document, documentLimits, integers);
  return (schema, value, direction) => evaluate(schema, value, direction).errors;
}

/**
 * Creates an evaluator for schemas of a document in OpenAPI 3.1, which have a variant for each direction. `budget` has the steps that are left
 * for all values.
 */
export function createInstanceEvaluator(
  document: JsonObject,
  limits: EvaluationLimits,
  integers: Integers = "exact",
  budget?: StepBudget,
): InstanceEvaluator {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
  return evaluatorOf(schemas, limits, integers, budget);
}

/** Creates an evaluator for the schemas of a contract, given by component name. */
export function createSchemaEvaluator(
  schemas: Schemas,
  limits: EvaluationLimits,
  integers: Integers = "exact",
  budget?: StepBudget,
): InstanceEvaluator {
  return evaluatorOf(schemas, limits, integers, budget);
}

function evaluatorOf(schemas: Schemas, limits: EvaluationLimits, integers: Integers, budget?: StepBudget): InstanceEvaluator {
  return createInterpreter({
    limits,
    ...(budget && { budget }),
    integers,
    suggest,
    matches: createPatternMatches(),
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

/**
 * The direction in which a value is sent. Properties that only the other side sends are never required, and never part of a
 * response.
 */
export type Direction = "request" | "response";

/** The result of validating a value against a schema, as the generated validators do, with the reasons for a rejection. */
export interface Verdict {
  /** `unknown` if the validation would take too long. */
  readonly isValid: boolean | "unknown";
  readonly errors: readonly InstanceError[];
}

export type InstanceEvaluator = (schema: JsonValue, value: JsonValue, direction?: Direction) => Verdict;

/** Returns the errors of a value; none if it is valid, or if the validation would take too long. */
export type InstanceCheck = (schema: JsonValue, value: JsonValue, direction?: Direction) => readonly InstanceError[];

/** The limits of validation. */
export interface EvaluationLimits {
  /** The maximum number of schemas to validate one value against, parts and alternatives included. */
  readonly steps: number;
  /** The same for all values together. */
  readonly stepsInAll: number;
  /**
   * The maximum number of errors per rejection. If finding them takes too long, only the first of each alternative is reported.
   */
  readonly errors: number;
}

/** The steps that are left for all values together; each evaluation subtracts its own. */
export interface StepBudget {
  steps: number;
}

/** The maximum nesting of references, alternatives and parts. */
const maxNesting = 800;

/** The schemas of a document, as read in one direction. */
export interface SchemaReading {
  /** Returns a schema as it is read. */
  of(schema: JsonValue): JsonValue;
  /** Returns the original, in the document, of a schema as it is read. */
  written(schema: JsonObject): JsonObject;
  /** Returns the direct target of a `$ref`. */
  resolve(ref: string): JsonValue | undefined;
}

/** The document that contains the schemas, as an interpreter needs it. */
export interface InterpreterOptions {
  readonly limits: EvaluationLimits;
  /** Set if the caller needs to know the steps, or spends some itself. */
  readonly budget?: StepBudget;
  /** Returns the reading of schemas for a direction; called once for each. */
  readonly read: (direction: Direction | undefined) => SchemaReading;
  readonly matches: Matches;
  /** Whether numbers of the format `int64` may be rounded. */
  readonly integers: "exact" | "rounded";
  readonly suggest: Wording["suggest"];
}

/**
 * Creates an evaluator of values against schemas of OpenAPI 3.1. Schemas are interpreted: compiling one takes as long as
 * evaluating forty values against it.
 */
export function createInterpreter({
  limits,
  budget = { steps: limits.stepsInAll },
  read,
  matches,
  integers,
  suggest,
}: InterpreterOptions): InstanceEvaluator {
  const knownFormats = integers === "rounded" ? roundedFormats : formats;
  const readings = new Map<Direction | undefined, Reading>();
  const readingFor = (direction: Direction | undefined): Reading => {
    let reading = readings.get(direction);
    if (!reading) {
      const schemas = read(direction);
      readings.set(direction, (reading = { schemas, follow: createFollow(schemas) }));
    }
    return reading;
  };
  const walkThrough = (
    { schema, follow }: { readonly schema: JsonValue; readonly follow: Walk["follow"] },
    value: JsonValue,
    errors?: Violation[],
    maxErrors = 0,
  ): Verdict["isValid"] => {
    const steps = Math.min(limits.steps, budget.steps);
    let nesting = 0;
    let isSure = true;
    const walk: Walk = {
      follow,
      formats: knownFormats,
      chooseReasons: explainAlternatives,
      known: new Map(),
      matches: (...question) => {
        const match = matches(...question);
        if (match === "unknown") isSure = false;
        return match;
      },
      pointer: "",
      schemaPath: "",
      propertyName: undefined,
      stopsAtFirst: false,
      errors,
      maxErrors,
      steps,
      check: (inner, part, evaluated) => {
        if (++nesting > maxNesting) throw tooMuch;
        const isValid = checkSchema(walk, inner, part, evaluated);
        nesting--;
        return isValid;
      },
    };
    try {
      const isValid = walk.check(schema, value);
      return isValid && !isSure ? "unknown" : isValid;
    } catch (problem) {
      // The stack of an engine may be smaller than usual.
      if (problem !== tooMuch && !(problem instanceof RangeError)) throw problem;
      return "unknown";
    } finally {
      budget.steps -= steps - walk.steps;
    }
  };

  return (schema, value, direction) => {
    const { schemas, follow } = readingFor(direction);
    const start = { schema: schemas.of(schema), follow };
    // Most values are valid, which is faster to determine without reasons.
    const isValid = walkThrough(start, value);
    if (isValid !== false) return { isValid, errors: [] };
    for (const maxErrors of [limits.errors, 1]) {
      const violations: Violation[] = [];
      if (walkThrough(start, value, violations, maxErrors) !== false) continue;
      const errors = toInstanceErrors(violations, { formats: knownFormats, suggest });
      return {
        isValid,
        errors: errors.map((error) => (error.schema ? { ...error, schema: schemas.written(error.schema) } : error)),
      };
    }
    return { isValid, errors: [unexplained] };
  };
}

interface Reading {
  readonly schemas: SchemaReading;
  readonly follow: Walk["follow"];
}

/** Resolves each reference once. */
function createFollow({ resolve }: SchemaReading): Walk["follow"] {
  const targets = new WeakMap<JsonObject, { readonly target: JsonValue | undefined }>();
  return (schema) => {
    let known = targets.get(schema);
    if (!known) {
      const ref = ownString(schema, "$ref");
      targets.set(schema, (known = { target: ref === undefined ? undefined : resolve(ref) }));
    }
    return known.target;
  };
}

const unexplained: InstanceError = {
  pointer: "",
  keyword: "false",
  schema: false,
  message: "is invalid, but finding the reason would take too long",
};
