import type { Location, Severity } from "../diagnostics/diagnostic.js";
import { quote } from "../diagnostics/escape.js";
import type { Details, Report } from "../diagnostics/report.js";
import { report as reportCode } from "./diagnostics.js";
import type { RuleContext } from "./rule.js";

/** A rule of the user's project, from its config. */
export interface CustomRule {
  /** `<project>/<name>`, such as `acme/action-label`: the code of every problem that it reports. */
  readonly code: string;
  readonly severity: Severity;
  check(context: CustomRuleContext): void;
}

/** The context of custom rules, which report problems as text. */
export interface CustomRuleContext extends RuleContext {
  report(message: string, location: Location | undefined, details?: Details): void;
}

/** Runs the rules of a project. If one throws, that is reported as a problem, and the others still run. */
export function runCustomRules(context: RuleContext, rules: readonly CustomRule[], problems: Report): void {
  for (const rule of rules) {
    const { code } = rule;
    const report: CustomRuleContext["report"] = (message, location, { related = [], hint, severity = rule.severity } = {}) => {
      problems.push({
        code,
        severity,
        message,
        ...(location && { location }),
        related: related.filter((place) => place !== undefined),
        ...(hint !== undefined && { hint }),
      });
    };
    try {
      rule.check({ ...context, report });
    } catch (error) {
      reportCode(problems, "rule-failed", { code, reason: quote(error instanceof Error ? error.message : String(error)) });
    }
  }
}
