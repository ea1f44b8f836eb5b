import type { Location, Severity } from "../diagnostics/diagnostic.js";
import { quote } from "../diagnostics/escape.js";
import type { Details, Report } from "../diagnostics/report.js";
import { report as reportCode } from "./diagnostics.js";
import type { RuleContext } from "./rule.js";

/** A rule of a project, from its config. */
export interface CustomRule {
  /** `<project>/<name>`, such as `acme/action-label`. Every problem it reports has this code. */
  readonly code: string;
  readonly severity: Severity;
  check(context: CustomRuleContext): void;
}

/** What the project's own rules see, and a way to report in words. */
export interface CustomRuleContext extends RuleContext {
  report(message: string, location: Location | undefined, details?: Details): void;
}

/** Runs rules of a project. One that throws becomes a problem of its own; the others do their work. */
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
