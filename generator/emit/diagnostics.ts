import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of emitters of the project. */
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
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(emitCodes);
