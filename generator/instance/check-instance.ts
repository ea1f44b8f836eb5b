import { formats, roundedFormats } from "../../templates/runtime/formats.js";
import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../load/json-value.js";
import type { Integers } from "../load/load-contract.js";
import { componentName } from "../load/reference.js";
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
  /** Errors that explain one refusal at most; where that takes too long, the first of each alternative has to do. */
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
  const follow = createFollow(schemas);
  let stepsLeft = limits.stepsInAll;

  const walkThrough = (
    schema: JsonValue,
    value: JsonValue,
    direction: Direction | undefined,
    errors?: InstanceError[],
    mostErrors = 0,
  ): Verdict["fits"] => {
    const steps = Math.min(limits.steps, stepsLeft);
    let nesting = 0;
    let isSure = true;
    const walk: Walk = {
      schemas,
      follow,
      direction,
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
    // Most values fit, which is told sooner without the reasons.
    const fits = walkThrough(schema, value, direction);
    if (fits !== false) return { fits, errors: [] };
    for (const most of [limits.errors, 1]) {
      const errors: InstanceError[] = [];
      if (walkThrough(schema, value, direction, errors, most) === false) return { fits, errors: withoutRepetition(errors) };
    }
    return { fits, errors: [unexplained] };
  };
}

/** Follows each reference once. */
function createFollow(schemas: JsonObject | undefined): Walk["follow"] {
  const targets = new WeakMap<JsonObject, { readonly target: JsonValue | undefined }>();
  return (schema) => {
    let known = targets.get(schema);
    if (!known) {
      const name = componentName(ownString(schema, "$ref") ?? "", "schemas");
      known = { target: name === undefined ? undefined : own(schemas, name) };
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
