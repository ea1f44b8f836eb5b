import {
  createInterpreter,
  type InstanceCheck,
  type InstanceJudge,
  type JudgeLimits,
} from "../../templates/runtime/json-schema/interpreter.js";
import { createMatches, maxComparisons, type Matches } from "../../templates/runtime/json-schema/match-pattern.js";
import { suggest } from "../diagnostics/suggest.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import type { Integers } from "../document/load-contract.js";
import { componentName } from "../document/reference.js";
import { growthIn } from "./pattern/growth-in.js";
import { readSide } from "./variants/read-variant.js";

const lintLimits: JudgeLimits = { steps: 100_000, stepsInAll: 2_000_000, errors: 20 };

/** Checks values that stand in the document itself, such as examples. */
export function createInstanceCheck(document: JsonObject, integers?: Integers): InstanceCheck {
  const judge = createInstanceJudge(document, lintLimits, integers);
  return (schema, value, direction) => judge(schema, value, direction).errors;
}

/** Judges values by schemas of a document in OpenAPI 3.1, of which each direction has its variant. */
export function createInstanceJudge(document: JsonObject, limits: JudgeLimits, integers: Integers = "exact"): InstanceJudge {
  const schemas = new Map(Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {}));
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

/** Matches texts against the patterns of a document, as far as how their time grows is known. */
export function matchesOf(document: JsonObject): Matches {
  return createMatches((pattern, flags, length) => {
    const growth = growthIn(document, pattern, flags);
    if (typeof growth === "string") return waysPerCharacter(pattern) ** length;
    // A text of any length is worth one pass.
    return growth.degree === 1 ? Math.min(length, maxComparisons) : length ** growth.degree;
  });
}

/** Places of a pattern at which one character may be tried, at most: each of its own, in each of their repetitions. */
function waysPerCharacter(pattern: string): number {
  const repetitions = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? [];
  return repetitions.reduce((ways, count) => ways * Math.max(Number(count), 1), pattern.length);
}
