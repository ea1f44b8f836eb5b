import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of emitters of the project, and of targets. */
export const emitCodes = {
  "emitter-failed": {
    severity: "error",
    message: ({ emitter, reason }: { emitter: string; reason: string }) =>
      `the emitter ${quote(emitter)} of the config failed: ${reason}`,
    hint: "Correct the emitter. It returns files: { path, text }. Paths are relative, of letters, digits, . _ and -.",
    cause:
      "An emitter of the config threw an error, or returned something that can't be a file of the output. Nothing was written.",
    bad: 'const emitNames = () => [{ path: "../names.txt", text: "…" }];',
    good: 'const emitNames = (contract) => [{ path: "names.txt", text: contract.operations.map(({ id }) => id).join("\\n") }];',
    at: "ts",
  },
  "tool-unfit": {
    severity: "warning",
    message: ({ tool, problem }: { tool: string; problem: string }) => `the tool ${quote(tool)} ${problem}`,
    hint: "Change the contract, or turn the rule off if agents can do without it.",
    cause:
      "With the target `mcp`, actions and operations are tools in a form that all providers of models accept: names of at most 64 letters, digits and `_`, and arguments " +
      "described without references, other names or hundreds of schemas. What can't have this form is left out, or accepts more than it describes; the contract still decides about each call.",
    bad: 'restart: { label: Restart, body: { type: object, properties: { "grace period": { type: integer } } } }',
    good: "restart: { label: Restart, body: { type: object, properties: { grace_period: { type: integer } } } }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(emitCodes);
