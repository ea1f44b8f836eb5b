import type { configCodes } from "../catalog/config.js";
import type { Explanations } from "./explanation.js";

/** Why the config and what surrounds a run are refused. */
export const configExplanations: Explanations<typeof configCodes> = {
  "config-unreadable": {
    cause: "`--config` or `OPENAPI_ACTIONS_CONFIG` names a file that isn't there.",
    bad: "openapi-actions lint --config openapi-action.config.ts",
    good: "openapi-actions lint --config openapi-actions.config.ts",
    at: "sh",
  },
  "config-failed": {
    cause: "The config is code, and it does not parse or threw an error when it was run.",
    bad: 'import { rules } from "./rulse.js";   // no such file\n\nexport default defineConfig({ rules });',
    good: 'import { rules } from "./rules.js";\n\nexport default defineConfig({ rules });',
    at: "ts",
  },
  "config-key": {
    cause: "No setting has this name. An unknown one would be ignored without a word, most often because it is mistyped.",
    bad: "input: api/openapi.yaml\noutt: src/generated",
    good: "input: api/openapi.yaml\nout: src/generated",
    at: "yaml",
  },
  "config-value": {
    cause: "The setting wants another kind of value, or a code that exists.",
    bad: "severities: { open-body: warn }\nmaxWarnings: none",
    good: "severities: { open-body: warning }\nmaxWarnings: 0",
    at: "yaml",
  },
  "config-extends": {
    cause: "The config builds on another one that isn't there, or that builds on this one in turn.",
    bad: "extends: shared.yaml",
    good: "extends: ./shared.yaml",
    at: "yaml",
  },
  "config-folder": {
    cause: "Two contracts write into the same folder. Each run would remove what the other one made.",
    bad: "contracts:\n  api: { input: api.yaml }\n  billing: { input: billing.yaml }",
    good: "contracts:\n  api: { input: api.yaml, out: generated/api }\n  billing: { input: billing.yaml, out: generated/billing }",
    at: "yaml",
  },
  "severity-fixed": {
    cause:
      "Some errors can't be decided about: a contract that has them can't be compiled, or the output would be wrong or unsafe. A severity, a suppression or a baseline doesn't change that.",
    bad: "severities: { ref-unresolved: off }",
    good: "severities: { open-body: off }   # warnings can be turned off, and errors that are a matter of policy",
    at: "yaml",
  },
  "suppression-unused": {
    cause:
      "The problem that was meant is gone, or is reported somewhere else. A suppression that stays would hide the next one of its kind.",
    bad: "suppressions:\n  - { code: open-body, file: spec/acitons.yaml, reason: free-form by design }",
    good: "suppressions:\n  - { code: open-body, file: spec/actions.yaml, pointer: /import/body, reason: free-form by design }",
    at: "yaml",
  },
  "baseline-invalid": {
    cause:
      "The file of old problems is missing, or is no baseline, perhaps after a merge. Without it every old problem would be reported as a new one.",
    bad: "openapi-actions lint --baseline old-problems.json   # no such file",
    good: "openapi-actions lint --baseline old-problems.json --write-baseline",
    at: "sh",
  },
  "too-many-warnings": {
    cause: "The contract has more warnings than `--max-warnings` or the config allows, so that nothing is generated.",
    bad: "openapi-actions generate --max-warnings 0   # 3 warnings",
    good: "openapi-actions lint --baseline old-problems.json --write-baseline",
    at: "sh",
  },
  "rule-failed": {
    cause: "A rule of the config threw an error, so it is unknown what it would have found.",
    bad: 'check({ actions, report }) {\n  for (const { action } of actions) if (action.label.length > 40) report("the label is too long", undefined);\n}',
    good: 'check({ actions, places, report }) {\n  for (const { action } of actions)\n    if (String(action.label ?? "").length > 40) report("the label is too long", places.value(action, "label"));\n}',
    at: "ts",
  },
  "emitter-failed": {
    cause:
      "An emitter of the config threw an error, or returned something that can't be a file of the output. Nothing was written.",
    bad: 'const emitNames = () => [{ path: "../names.txt", text: "…" }];',
    good: 'const emitNames = (contract) => [{ path: "names.txt", text: contract.operations.map(({ id }) => id).join("\\n") }];',
    at: "ts",
  },
  "report-unwritable": {
    cause: "`--format <format>=<file>` names a file that can't be written, so the report is missing.",
    bad: "openapi-actions lint --format sarif=/etc/out.sarif",
    good: "openapi-actions lint --format sarif=reports/out.sarif",
    at: "sh",
  },
};
