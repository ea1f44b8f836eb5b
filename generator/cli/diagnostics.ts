import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems with the config, the baseline and files for reports. */
export const configCodes = {
  "config-unreadable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot read the config ${quote(path)}: ${reason}`,
    hint: "Specify the path of a .ts, .js, .mjs, .json or .yaml file with --config.",
    cause: "`--config` or `OPENAPI_ACTIONS_CONFIG` names a file that doesn't exist or can't be read.",
    bad: "openapi-actions lint --config openapi-action.config.ts",
    good: "openapi-actions lint --config openapi-actions.config.ts",
    at: "sh",
  },
  "config-failed": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `the config ${quote(path)} failed: ${reason}`,
    hint: "Fix the code. The config is the file's default export.",
    cause: "The config's code doesn't parse, or it threw an error.",
    bad: 'import { rules } from "./rulse.js";   // no such file\n\nexport default defineConfig({ rules });',
    good: 'import { rules } from "./rules.js";\n\nexport default defineConfig({ rules });',
    at: "ts",
  },
  "config-key": {
    severity: "error",
    message: ({ key }: { key: string }) => `unknown setting ${quote(key)}`,
    cause: "This is not a setting. It is usually a typo, which would otherwise be ignored silently.",
    bad: "input: api/openapi.yaml\noutt: src/generated",
    good: "input: api/openapi.yaml\nout: src/generated",
    at: "yaml",
  },
  "config-value": {
    severity: "error",
    message: ({ key, problem }: { key: string; problem: string }) => `${quote(key)} ${problem}`,
    cause: "The value has the wrong type, or names an unknown code.",
    bad: "severities: { open-body: warn }\nmaxWarnings: none",
    good: "severities: { open-body: warning }\nmaxWarnings: 0",
    at: "yaml",
  },
  "config-extends": {
    severity: "error",
    message: ({ specifier, reason }: { specifier: string; reason: string }) => `cannot extend ${quote(specifier)}: ${reason}`,
    hint: "Specify a path that starts with ./ or ../, or the name of an installed package.",
    cause: "The config extends another one that doesn't exist, or that extends this one in turn.",
    bad: "extends: shared.yaml",
    good: "extends: ./shared.yaml",
    at: "yaml",
  },
  "config-folder": {
    severity: "error",
    message: ({ folder, first, second }: { folder: string; first: string; second: string }) =>
      `the contracts ${quote(first)} and ${quote(second)} have the same output folder ${quote(folder)}`,
    hint: "Give each contract its own `out`.",
    cause:
      "Two contracts write into the same folder. Each run removes files that it didn't generate, so it would remove the other contract's output.",
    bad: "contracts:\n  api: { input: api.yaml }\n  billing: { input: billing.yaml }",
    good: "contracts:\n  api: { input: api.yaml, out: generated/api }\n  billing: { input: billing.yaml, out: generated/billing }",
    at: "yaml",
  },
  "severity-fixed": {
    severity: "error",
    message: ({ code }: { code: string }) =>
      `${quote(code)} is an error that can't be turned off: without it the output would be wrong`,
    hint: "Fix the contract at the reported location.",
    cause:
      "Some errors can't be turned off, suppressed or added to a baseline, because the contract can't be compiled, or the output would be wrong or unsafe.",
    bad: "severities: { ref-unresolved: off }",
    good: "severities: { open-body: off }   # warnings can be turned off, and errors that are a matter of policy",
    at: "yaml",
  },
  "suppression-unused": {
    severity: "warning",
    message: ({ code }: { code: string }) => `this suppression of ${quote(code)} suppresses nothing`,
    hint: "Remove the suppression, or correct its file or pointer.",
    cause:
      "The suppressed problem no longer exists, or is reported elsewhere. The suppression would hide the next problem of its kind.",
    bad: "suppressions:\n  - { code: open-body, file: spec/acitons.yaml, reason: free-form by design }",
    good: "suppressions:\n  - { code: open-body, file: spec/actions.yaml, pointer: /import/body, reason: free-form by design }",
    at: "yaml",
  },
  "baseline-invalid": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot use the baseline ${quote(path)}: ${reason}`,
    hint: "Create it with openapi-actions lint --write-baseline.",
    cause:
      "The baseline, which lists known problems, is missing or malformed, perhaps after a merge. Without it every known problem would be reported as new.",
    bad: "openapi-actions lint --baseline old-problems.json   # no such file",
    good: "openapi-actions lint --baseline old-problems.json --write-baseline",
    at: "sh",
  },
  "too-many-warnings": {
    severity: "error",
    message: ({ count, limit }: { count: number; limit: number }) =>
      `${count} ${count === 1 ? "warning exceeds" : "warnings exceed"} the maximum of ${limit}`,
    hint: "Fix some, raise maxWarnings, or add the known ones to a baseline.",
    cause: "The contract has more warnings than `--max-warnings` or the config allows, so nothing is generated.",
    bad: "openapi-actions generate --max-warnings 0   # 3 warnings",
    good: "openapi-actions lint --baseline old-problems.json --write-baseline",
    at: "sh",
  },
  "report-unwritable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot write the report ${quote(path)}: ${reason}`,
    hint: "Specify another file with --format, or make this one writable.",
    cause: "`--format <format>=<file>` names a file that can't be written, so the report is missing.",
    bad: "openapi-actions lint --format sarif=/etc/out.sarif",
    good: "openapi-actions lint --format sarif=reports/out.sarif",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(configCodes);
