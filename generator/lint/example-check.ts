import type { InstanceError } from "../json-schema/instance-errors.js";
import {
  createInstanceEvaluator,
  documentLimits,
  type InstanceCheck,
  type InstanceEvaluator,
} from "../json-schema/interpreter.js";
import type { RuleContext } from "./rule.js";
import { schemaTexts } from "./schema-texts.js";

/**
 * Creates a check for examples. An example that an earlier run found valid by the same schema is not checked again. The steps
 * that it took are recalled too: all examples together may take only so many, and a run that recalls some must find the same as
 * one that recalls none.
 */
export function createExampleCheck({ upgraded, integers, memo }: RuleContext): InstanceCheck {
  const textOf = schemaTexts(upgraded);
  const budget = { steps: documentLimits.stepsInAll };
  let evaluate: InstanceEvaluator | undefined;
  return (schema, value, direction) => {
    const before = budget.steps;
    let errors: readonly InstanceError[] = [];
    const steps = memo.recall(
      "valid-example",
      () => {
        const text = textOf(schema);
        return text && `${integers} ${direction}\n${text}\n${JSON.stringify(value)}`;
      },
      () => {
        evaluate ??= createInstanceEvaluator(upgraded, documentLimits, integers, budget);
        const verdict = evaluate(schema, value, direction);
        errors = verdict.errors;
        return verdict.isValid === true ? String(before - budget.steps) : undefined;
      },
    );
    if (steps !== undefined) budget.steps = before - Number(steps);
    return errors;
  };
}
