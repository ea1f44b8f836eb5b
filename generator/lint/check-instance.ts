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
const mostSteps = 200_000;

/** The same for all values of a document. */
const mostStepsInAll = 10_000_000;

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

  const walkThrough = (schema: JsonValue, value: JsonValue, direction: Direction | undefined, errors?: InstanceError[]): boolean => {
    const steps = Math.min(mostSteps, stepsLeft);
    let nesting = 0;
    const walk: Walk = {
      schemas,
      direction,
      matches,
      path: [],
      errors,
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
      if (problem !== tooMuch) throw problem;
      return true;
    } finally {
      stepsLeft -= steps - walk.steps;
    }
  };

  return (schema, value, direction) => {
    // Most values fit, which is told sooner without the reasons.
    if (walkThrough(schema, value, direction)) return [];
    const errors: InstanceError[] = [];
    walkThrough(schema, value, direction, errors);
    return withoutRepetition(errors);
  };
}

/** Schemas that are combined may say the same. */
function withoutRepetition(errors: readonly InstanceError[]): InstanceError[] {
  const seen = new Set<string>();
  return errors.filter(({ pointer, message }) => {
    const text = `${pointer}\n${message}`;
    return !seen.has(text) && !!seen.add(text);
  });
}
