import { isObject } from "../../document/json-value.js";
import type { RedoclyEngine } from "./redocly-types.js";
import { coveredBy } from "./severities.js";

/** The versions of OpenAPI that are compiled, as Redocly calls them. */
export type SpecVersion = "oas3_0" | "oas3_1";

type RuleResult = ReturnType<RedoclyEngine["rules"]["struct"]>;
type Visitor = Exclude<RuleResult, readonly unknown[]>;

/** One rule, set up for one run. */
export interface ChosenRule {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly visitor: Visitor;
}

/** The rules of Redocly's `recommended` preset with the settings that it gives them, but for those left out. */
export function chosenRules(engine: RedoclyEngine, version: SpecVersion, isLeftOut: (ruleId: string) => boolean): ChosenRule[] {
  const { rules, recommended } = engine;
  const settings = { ...recommended.rules, ...recommended[`${version}Rules`] };
  return Object.entries(settings).flatMap(([ruleId, setting]): ChosenRule[] => {
    const options = typeof setting === "string" ? { severity: setting } : { severity: "error" as const, ...setting };
    const { severity } = options;
    const rule = Object.hasOwn(rules, ruleId) ? rules[ruleId as keyof typeof rules] : undefined;
    if (!rule || severity === "off" || Object.hasOwn(coveredBy, ruleId) || isLeftOut(ruleId)) return [];
    return [rule(options)].flat().map((visitor) => {
      return { ruleId, severity, visitor: ruleId === "struct" ? considerate(visitor) : visitor };
    });
  });
}

/**
 * The keywords of schemas and their values are the business of rules of our own (`unknown-keyword`, `keyword-value`).
 * Redocly's still has to go there: it keeps other rules away from what is malformed. Elsewhere an object is not malformed for
 * one field that is: rules that have not entered an operation would take its parameters for those of its path.
 */
function considerate(struct: Visitor): Visitor {
  const visit = struct.any;
  if (typeof visit !== "function") throw new TypeError("Redocly's rule struct has no visitor for all objects");
  const nothing = () => {};
  return {
    ...struct,
    any: (node, context, ...rest) => {
      const { type } = context;
      if (type.name === "Schema") return visit(node, { ...context, report: nothing }, ...rest);
      const isWhole = isObject(node) && type.items === undefined;
      return visit(node, isWhole ? { ...context, ignoreNextVisitorsOnNode: nothing } : context, ...rest);
    },
  };
}
