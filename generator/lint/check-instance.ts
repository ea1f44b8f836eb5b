import { ownObject, type JsonObject, type JsonValue } from "../load/json-value.js";
import { checkSchema } from "./instance/check-schema.js";
import { createMatches } from "./instance/match-pattern.js";
import { tooMuch, type Direction, type InstanceError, type Walk } from "./instance/walk.js";

/**
 * Says what is wrong with a value, as the generated validators judge it; nothing if it fits, and nothing if that would take
 * too long to tell.
 */
export type InstanceCheck = (schema: JsonValue, value: JsonValue, direction?: Direction) => readonly InstanceError[];

/** Schemas that one value may be held against, parts and alternatives included. */
const mostSteps = 100_000;

/** The same for all values of a document. */
const mostStepsInAll = 2_000_000;

/** Errors that explain one refusal at most; where that takes too long, the first of each alternative has to do. */
const mostErrors = 20;

/** References, alternatives and parts within each other. */
const mostNesting = 800;

/**
 * Checks values against schemas of a document in OpenAPI 3.1. Schemas are followed as they are, because few examples meet
 * each of them: compiling takes forty times longer.
 */
export function createInstanceCheck(document: JsonObject): InstanceCheck {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const matches = createMatches(document);
  let stepsLeft = mostStepsInAll;

  /** Whether the value fits; absent if it takes too long to tell. */
  const walkThrough = (
    schema: JsonValue,
    value: JsonValue,
    direction: Direction | undefined,
    errors?: InstanceError[],
    mostErrors = 0,
  ) => {
    const steps = Math.min(mostSteps, stepsLeft);
    let nesting = 0;
    const walk: Walk = {
      schemas,
      direction,
      matches,
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
      return walk.check(schema, value);
    } catch (problem) {
      // An engine's stack may be smaller than usual.
      if (problem !== tooMuch && !(problem instanceof RangeError)) throw problem;
      return undefined;
    } finally {
      stepsLeft -= steps - walk.steps;
    }
  };

  return (schema, value, direction) => {
    // Most values fit, which is told sooner without the reasons.
    if (walkThrough(schema, value, direction) !== false) return [];
    for (const most of [mostErrors, 1]) {
      const errors: InstanceError[] = [];
      if (walkThrough(schema, value, direction, errors, most) === false) return withoutRepetition(errors);
    }
    return [unexplained];
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
