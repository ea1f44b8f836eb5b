import {
  createInstanceEvaluator,
  documentLimits,
  type InstanceCheck,
  type InstanceEvaluator,
} from "../json-schema/interpreter.js";
import type { RuleContext } from "./rule.js";

/** Creates a check for examples. All of them share a number of steps. */
export function createExampleCheck({ upgraded, integers }: RuleContext): InstanceCheck {
  let evaluate: InstanceEvaluator | undefined;
  return (schema, value, direction) => {
    evaluate ??= createInstanceEvaluator(upgraded, documentLimits, integers, { steps: documentLimits.stepsInAll });
    return evaluate(schema, value, direction).errors;
  };
}
