import {
  createInterpreter,
  type InstanceCheck,
  type InstanceEvaluator,
  type EvaluationLimits,
} from "../../templates/runtime/json-schema/interpreter.js";
import { suggest } from "../diagnostics/suggest.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import { componentName } from "../document/reference.js";
import { matchesOf } from "./pattern/matches-of.js";
import { readVariant } from "./variants/read-variant.js";

const lintLimits: EvaluationLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** Checks values that stand in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const evaluate = createInstanceEvaluator(document, lintLimits, integers);
  return (schema, value, direction) => evaluate(schema, value, direction).errors;
}

/** Evaluates values against schemas of a document in OpenAPI 3.1, of which each direction has its variant. */
export function createInstanceEvaluator(
  document: JsonObject,
  limits: EvaluationLimits,
  integers: Integers = "exact",
): InstanceEvaluator {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
  return createInterpreter({
    limits,
    integers,
    suggest,
    matches: matchesOf(document),
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
