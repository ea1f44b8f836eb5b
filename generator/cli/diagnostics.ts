import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of what surrounds a run: its config, its baseline, files for reports. */
export const configCodes = {
  "config-unreadable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot read the config ${quote(path)}: ${reason}`,
    hint: "Give --config the path of a .ts, .js, .mjs, .json or .yaml file.",
    cause: "`--config` or `OPENAPI_ACTIONS_CONFIG` names a file that isn't there.",
    bad: "openapi-actions lint --config openapi-action.config.ts",
    good: "openapi-actions lint --config openapi-actions.config.ts",
    at: "sh",
  },
  "config-failed": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `the config ${quote(path)} failed: ${reason}`,
    hint: "Correct the code. The config is the default export of the file.",
    cause: "The config is code, and it does not parse or threw an error when it was run.",
    bad: 'import { rules } from "./rulse.js";   // no such file\n\nexport default defineConfig({ rules });',
    good: 'import { rules } from "./rules.js";\n\nexport default defineConfig({ rules });',
    at: "ts",
  },
  "config-key": {
    severity: "error",
    message: ({ key }: { key: string }) => `${quote(key)} is no setting`,
    cause: "No setting has this name. An unknown one would be ignored without a word, most often because it is mistyped.",
    bad: "input: api/openapi.yaml\noutt: src/generated",
    good: "input: api/openapi.yaml\nout: src/generated",
    at: "yaml",
  },
  "config-value": {
    severity: "error",
    message: ({ key, problem }: { key: string; problem: string }) => `${quote(key)} ${problem}`,
    cause: "The setting wants another kind of value, or a code that exists.",
    bad: "severities: { open-body: warn }\nmaxWarnings: none",
    good: "severities: { open-body: warning }\nmaxWarnings: 0",
    at: "yaml",
  },
  "config-extends": {
    severity: "error",
    message: ({ specifier, reason }: { specifier: string; reason: string }) => `cannot extend ${quote(specifier)}: ${reason}`,
    hint: "Give a path that starts with ./ or ../, or the name of an installed package.",
    cause: "The config builds on another one that isn't there, or that builds on this one in turn.",
    bad: "extends: shared.yaml",
    good: "extends: ./shared.yaml",
    at: "yaml",
  },
  "config-folder": {
    severity: "error",
    message: ({ folder, first, second }: { folder: string; first: string; second: string }) =>
      `the contracts ${quote(first)} and ${quote(second)} have the same output folder ${quote(folder)}`,
    hint: "Give each contract an `out` of its own: each run removes what it didn't generate.",
    cause: "Two contracts write into the same folder. Each run would remove what the other one made.",
    bad: "contracts:\n  api: { input: api.yaml }\n  billing: { input: billing.yaml }",
    good: "contracts:\n  api: { input: api.yaml, out: generated/api }\n  billing: { input: billing.yaml, out: generated/billing }",
    at: "yaml",
  },
  "severity-fixed": {
    severity: "error",
    message: ({ code }: { code: string }) =>
      `${quote(code)} is an error that can't be turned off: without it the output would be wrong`,
    hint: "Correct the contract where it is reported.",
    cause:
      "Some errors can't be decided about: a contract that has them can't be compiled, or the output would be wrong or unsafe. A severity, a suppression or a baseline doesn't change that.",
    bad: "severities: { ref-unresolved: off }",
    good: "severities: { open-body: off }   # warnings can be turned off, and errors that are a matter of policy",
    at: "yaml",
  },
  "suppression-unused": {
    severity: "warning",
    message: ({ code }: { code: string }) => `this suppression of ${quote(code)} suppresses nothing`,
    hint: "Remove it, or correct its file or pointer.",
    cause:
      "The problem that was meant is gone, or is reported somewhere else. A suppression that stays would hide the next one of its kind.",
    bad: "suppressions:\n  - { code: open-body, file: spec/acitons.yaml, reason: free-form by design }",
    good: "suppressions:\n  - { code: open-body, file: spec/actions.yaml, pointer: /import/body, reason: free-form by design }",
    at: "yaml",
  },
  "baseline-invalid": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot use the baseline ${quote(path)}: ${reason}`,
    hint: "Write it with openapi-actions lint --write-baseline.",
    cause:
      "The file of old problems is missing, or is no baseline, perhaps after a merge. Without it every old problem would be reported as a new one.",
    bad: "openapi-actions lint --baseline old-problems.json   # no such file",
    good: "openapi-actions lint --baseline old-problems.json --write-baseline",
    at: "sh",
  },
  "too-many-warnings": {
    severity: "error",
    message: ({ count, limit }: { count: number; limit: number }) => `too many warnings: ${count}, and ${limit} are allowed`,
    hint: "Correct some, raise maxWarnings, or keep old ones in a baseline.",
    cause: "The contract has more warnings than `--max-warnings` or the config allows, so that nothing is generated.",
    bad: "openapi-actions generate --max-warnings 0   # 3 warnings",
    good: "openapi-actions lint --baseline old-problems.json --write-baseline",
    at: "sh",
  },
  "report-unwritable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot write the report ${quote(path)}: ${reason}`,
    hint: "Give --format another file, or make this one writable.",
    cause: "`--format <format>=<file>` names a file that can't be written, so the report is missing.",
    bad: "openapi-actions lint --format sarif=/etc/out.sarif",
    good: "openapi-actions lint --format sarif=reports/out.sarif",
    at: "sh",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(configCodes);
