import {
  createInterpreter,
  type InstanceCheck,
  type InstanceJudge,
  type JudgeLimits,
} from "../../templates/runtime/json-schema/interpreter.js";
import { suggest } from "../diagnostics/suggest.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import { componentName } from "../document/reference.js";
import { matchesOf } from "./pattern/matches-of.js";
import { readSide } from "./variants/read-variant.js";
import type { Schemas } from "./variants/variant.js";

const lintLimits: JudgeLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** Checks values that stand in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const judge = createInstanceJudge(document, lintLimits, integers);
  return (schema, value, direction) => judge(schema, value, direction).errors;
}

/** Judges values by schemas of a document in OpenAPI 3.1, of which each direction has its variant. */
export function createInstanceJudge(document: JsonObject, limits: JudgeLimits, integers: Integers = "exact"): InstanceJudge {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
  return createJudge(schemas, document, limits, integers);
}

/** Judges values by the schemas of a contract, given by the names of their components. */
export function createSchemaJudge(schemas: Schemas, limits: JudgeLimits, integers: Integers = "exact"): InstanceJudge {
  return createJudge(schemas, schemas, limits, integers);
}

function createJudge(schemas: Schemas, document: object, limits: JudgeLimits, integers: Integers): InstanceJudge {
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
