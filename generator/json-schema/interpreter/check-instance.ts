import { formats, roundedFormats } from "../../../templates/runtime/formats.js";
import { ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Integers } from "../../document/load-contract.js";
import { componentName } from "../../document/reference.js";
import { readSide, type SchemasOfSide } from "../variants/read-variant.js";
import { checkSchema } from "./check-schema.js";
import { createMatches } from "./match-pattern.js";
import { tooMuch, type Direction, type InstanceError, type Walk } from "./walk.js";

/** Whether a value fits a schema, as the generated validators judge it, and if not, why. */
export interface Verdict {
  /** `unknown` where telling would take too long. */
  readonly fits: boolean | "unknown";
  readonly errors: readonly InstanceError[];
}

export type InstanceJudge = (schema: JsonValue, value: JsonValue, direction?: Direction) => Verdict;

/** Says what is wrong with a value; nothing if it fits, and nothing if that would take too long to tell. */
export type InstanceCheck = (schema: JsonValue, value: JsonValue, direction?: Direction) => readonly InstanceError[];

/** What a judge may do. */
export interface JudgeLimits {
  /** Schemas that one value may be held against, parts and alternatives included. */
  readonly steps: number;
  /** The same for all values together. */
  readonly stepsInAll: number;
  /** Errors that explain one rejection at most; where that takes too long, the first of each alternative has to do. */
  readonly errors: number;
}

const lintLimits: JudgeLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** References, alternatives and parts within each other. */
const mostNesting = 800;

/** Checks values that stand in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const judge = createInstanceJudge(document, lintLimits, integers);
  return (schema, value, direction) => judge(schema, value, direction).errors;
}

/**
 * Judges values by schemas of a document in OpenAPI 3.1. Schemas are followed as they are: compiling them takes as long as
 * judging forty values by each.
 */
export function createInstanceJudge(document: JsonObject, limits: JudgeLimits, integers: Integers = "exact"): InstanceJudge {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const matches = createMatches(document);
  const all = new Map(Object.entries(schemas ?? {}));
  const readings = new Map<Direction | undefined, Reading>();
  const readingFor = (direction: Direction | undefined): Reading => {
    let reading = readings.get(direction);
    if (!reading) readings.set(direction, (reading = createReading(all, direction)));
    return reading;
  };
  let stepsLeft = limits.stepsInAll;

  const walkThrough = (
    { schema, follow }: { readonly schema: JsonValue; readonly follow: Walk["follow"] },
    value: JsonValue,
    errors?: InstanceError[],
    mostErrors = 0,
  ): Verdict["fits"] => {
    const steps = Math.min(limits.steps, stepsLeft);
    let nesting = 0;
    let isSure = true;
    const walk: Walk = {
      follow,
      formats: integers === "rounded" ? roundedFormats : formats,
      matches: (...question) => {
        const match = matches(...question);
        if (match === "unknown") isSure = false;
        return match;
      },
      pointer: "",
      errors,
      mostErrors,
      steps,
      check: (inner, part, evaluated) => {
        if (++nesting > mostNesting) throw tooMuch;
        const fits = checkSchema(walk, inner, part, evaluated);
        nesting--;
        return fits;
      },
    };
    try {
      const fits = walk.check(schema, value);
      return fits && !isSure ? "unknown" : fits;
    } catch (problem) {
      // An engine's stack may be smaller than usual.
      if (problem !== tooMuch && !(problem instanceof RangeError)) throw problem;
      return "unknown";
    } finally {
      stepsLeft -= steps - walk.steps;
    }
  };

  return (schema, value, direction) => {
    const { of, follow, written } = readingFor(direction);
    const read = { schema: of(schema), follow };
    // Most values fit, which is told sooner without the reasons.
    const fits = walkThrough(read, value);
    if (fits !== false) return { fits, errors: [] };
    for (const most of [limits.errors, 1]) {
      const errors: InstanceError[] = [];
      if (walkThrough(read, value, errors, most) !== false) continue;
      const located = errors.map((error) => (error.schema ? { ...error, schema: written(error.schema) } : error));
      return { fits, errors: withoutRepetition(located) };
    }
    return { fits, errors: [unexplained] };
  };
}

/** How schemas are to be understood in a direction. */
interface Reading extends Pick<SchemasOfSide, "of" | "written"> {
  readonly follow: Walk["follow"];
}

function createReading(schemas: ReadonlyMap<string, JsonValue>, direction: Direction | undefined): Reading {
  if (direction === undefined) {
    return { of: (schema) => schema, written: (schema) => schema, follow: createFollow((name) => schemas.get(name)) };
  }
  const { of, written, component } = readSide(schemas, direction === "request" ? "request" : "answer");
  return { of, written, follow: createFollow(component) };
}

/** Follows each reference once. */
function createFollow(component: (name: string) => JsonValue | undefined): Walk["follow"] {
  const targets = new WeakMap<JsonObject, { readonly target: JsonValue | undefined }>();
  return (schema) => {
    let known = targets.get(schema);
    if (!known) {
      const name = componentName(ownString(schema, "$ref") ?? "", "schemas");
      known = { target: name === undefined ? undefined : component(name) };
      targets.set(schema, known);
    }
    return known.target;
  };
}

const unexplained: InstanceError = {
  pointer: "",
  keyword: "false",
  schema: false,
  message: "it is refused, but it would take too long to tell why",
};

/** Schemas that are combined may say the same. */
function withoutRepetition(errors: readonly InstanceError[]): InstanceError[] {
  const seen = new Set<string>();
  return errors.filter(({ pointer, message }) => {
    const text = `${pointer}\n${message}`;
    return !seen.has(text) && !!seen.add(text);
  });
}
