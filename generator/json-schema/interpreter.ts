import {
  createInterpreter,
  type InstanceCheck,
  type InstanceJudge,
  type JudgeLimits,
} from "../../templates/runtime/json-schema/interpreter.js";
import { createMatches, type Matches, maxComparisons } from "../../templates/runtime/json-schema/match-pattern.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue, ownObject } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import { componentName } from "../document/reference.js";
import { growthIn } from "./pattern/growth-in.js";
import { type Context, markedSchemas } from "./variants/marked-schemas.js";
import { rewriteSchema, type Rewriting } from "./variants/rewrite-schema.js";
import { foreignMark, type Schemas } from "./variants/variant.js";

const lintLimits: JudgeLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** Checks values that stand in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const judge = createInstanceJudge(document, lintLimits, integers);
  return (schema, value, direction) => judge(schema, value, direction).errors;
}

/** Judges values by schemas of a document in OpenAPI 3.1, of which each direction has its variant. */
export function createInstanceJudge(document: JsonObject, limits: JudgeLimits, integers: Integers = "exact"): InstanceJudge {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
  return createInterpreter({
    limits,
    integers,
    suggest,
    matches: matchesOf(document),
    read(direction) {
      const variant = direction && readSide(schemas, direction === "request" ? "request" : "answer");
      const component = variant?.component ?? ((name: string) => schemas.get(name));
      return {
        of: variant?.of ?? ((schema) => schema),
        written: variant?.written ?? ((schema) => schema),
        resolve: (ref) => component(componentName(ref, "schemas") ?? ""),
      };
    },
  });
}

/** Matches texts against the patterns of a document, as far as how their time grows is known. */
export function matchesOf(document: JsonObject): Matches {
  return createMatches((pattern, flags, length) => {
    const growth = growthIn(document, pattern, flags);
    if (typeof growth === "string") return waysPerCharacter(pattern) ** length;
    // A text of any length is worth one pass.
    return growth.degree === 1 ? Math.min(length, maxComparisons) : length ** growth.degree;
  });
}

/** Places of a pattern at which one character may be tried, at most: each of its own, in each of their repetitions. */
function waysPerCharacter(pattern: string): number {
  const repetitions = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? [];
  return repetitions.reduce((ways, count) => ways * Math.max(Number(count), 1), pattern.length);
}

/** The schemas of a document as one side has them, each rewritten when it is needed. */
interface SchemasOfSide {
  /** A schema as the side has it. */
  of(schema: JsonValue): JsonValue;
  /** What a reference in a schema of the side leads to, by the name that it has there. */
  component(name: string): JsonValue | undefined;
  /** What a schema of the side is in the document. */
  written(schema: JsonObject): JsonObject;
}

/** Reads schemas for a side, for those who follow schemas without compiling a contract. */
function readSide(schemas: Schemas, side: "request" | "answer"): SchemasOfSide {
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
