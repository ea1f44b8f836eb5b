import type { CodeRecords } from "../../diagnostics/code-record.js";
import { createReporter } from "../../diagnostics/report.js";

/** Problems with the files of a mock. */
export const mockCodes = {
  "mock-file": {
    severity: "error",
    message: ({ what, problem }: { what: string; problem: string }) =>
      `the file with the ${what} of the mock is invalid: ${problem}`,
    hint: "Write it as docs/mock.md shows.",
    cause:
      "A mock reads its tokens, replies and state from files in YAML or JSON. One of them can't be read or has another form.",
    bad: "# tokens.yaml\nreader: project:read",
    good: "# tokens.yaml\nreader: { scopes: [project:read] }",
    at: "yaml",
  },
} satisfies CodeRecords;

/** Reports a problem with the files of a mock. */
export const report = createReporter(mockCodes);
