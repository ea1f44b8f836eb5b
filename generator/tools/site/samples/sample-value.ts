import type { JsonValue } from "../../../document/json-value.js";
import { createSchemaEvaluator } from "../../../json-schema/interpreter.js";
import { createRandom } from "../../../json-schema/samples/random.js";
import { sampleValue } from "../../../json-schema/samples/sample-value.js";
import type { BodyMaker } from "../../../model/action-bodies.js";
import type { Contract } from "../../../model/contract.js";
export { printJson, printLiteral } from "./print-value.js";

/** Generates a valid value for a schema without examples; absent if that would take too long. */
export type MakeValue = (schema: JsonValue | undefined) => JsonValue | undefined;

/** The maximum number of attempts for one value: attempts multiply with nested objects. */
const maxChecks = 400;

const limits = { steps: 5_000, stepsInAll: 1_000_000, errors: 1 };

const tooMuch = new Error("the value takes too much");

export function createMakeValue({ schemas, integers }: Contract): MakeValue {
  const check = createSchemaEvaluator(schemas, limits, integers);
  return (schema) => {
    let left = maxChecks;
    const counted: typeof check = (...question) => {
      if (left-- <= 0) throw tooMuch;
      return check(...question);
    };
    try {
      return sampleValue({ schemas, evaluate: counted, random: createRandom(""), direction: undefined }, schema ?? true);
    } catch (problem) {
      if (problem !== tooMuch) throw problem;
      return undefined;
    }
  };
}

/** Generates values and validates them as responses. */
export function createBodyMaker({ schemas, integers }: Contract, makeValue: MakeValue): BodyMaker {
  const check = createSchemaEvaluator(schemas, limits, integers);
  return { sample: makeValue, isValid: (schema, value) => check(schema, value, "response").isValid === true };
}

/** The maximum length of a value that is shown more than once. */
const longest = 2_500;

/** Returns whether a value is too long for the sample that contains it. */
export function isLong(value: JsonValue): boolean {
  return JSON.stringify(value).length > longest;
}
