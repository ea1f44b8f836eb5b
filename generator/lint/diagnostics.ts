import type { CodeRecords } from "../diagnostics/code-record.js";
import { quote } from "../diagnostics/escape.js";
import { createReporter } from "../diagnostics/report.js";

/** Failures of the rules of the config and of Redocly. */
export const lintCodes = {
  "rule-failed": {
    severity: "error",
    message: ({ code, reason }: { code: string; reason: string }) => `the rule ${quote(code)} of the config failed: ${reason}`,
    hint: "Fix the rule.",
    cause: "A rule of the config threw an error, so its findings are missing.",
    bad: 'check({ actions, report }) {\n  for (const { action } of actions) if (action.label.length > 40) report("the label is too long", undefined);\n}',
    good: 'check({ actions, locations, report }) {\n  for (const { action } of actions)\n    if (String(action.label ?? "").length > 40) report("the label is too long", locations.value(action, "label"));\n}',
    at: "ts",
  },
  "redocly-failed": {
    severity: "warning",
    message: ({ who, reason }: { who: string; reason: string }) => `${who} failed here and may have missed something: ${reason}`,
    hint: "Report the contract to Redocly: this is a bug in Redocly, and other rules are not affected.",
    cause:
      "A rule of Redocly threw an error or took too long on this contract. Its findings are missing; all other rules are complete.",
    bad: "openapi.yaml:1:1 warning redocly-failed: Redocly's rule struct failed here and may have missed something",
    good: "openapi-actions lint --verbose   # and report the contract to Redocly",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(lintCodes);
