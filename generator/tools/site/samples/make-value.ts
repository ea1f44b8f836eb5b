import { createRandom } from "../../../json-schema/samples/random.js";
import { sampleValue } from "../../../json-schema/samples/sample-value.js";
import { createInstanceJudge } from "../../../json-schema/interpreter.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Contract } from "../../../model/contract.js";

/** Makes up a value that fits a schema, for a contract that gives no example; absent where that would take too long. */
export type MakeValue = (schema: JsonValue | undefined) => JsonValue | undefined;

/** How often one value may be tried and judged: tries multiply with each object inside of another. */
const mostJudgements = 400;

const limits = { steps: 5_000, stepsInAll: 1_000_000, errors: 1 };

const tooMuch = new Error("the value takes too much");

export function createMakeValue({ document, schemas, integers }: Contract): MakeValue {
  const judge = createInstanceJudge(document, limits, integers);
  return (schema) => {
    let left = mostJudgements;
    const counted: typeof judge = (...question) => {
      if (left-- <= 0) throw tooMuch;
      return judge(...question);
    };
    try {
      return sampleValue({ schemas, judge: counted, random: createRandom(""), direction: undefined }, schema ?? true);
    } catch (problem) {
      if (problem !== tooMuch) throw problem;
      return undefined;
    }
  };
}
