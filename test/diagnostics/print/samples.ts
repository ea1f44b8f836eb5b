import fc from "fast-check";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";

/** An error with everything a diagnostic can have, a warning at the same place, and an error without a place. */
export const near: Diagnostic = {
  code: "extension-near-miss",
  severity: "error",
  message: 'the key "x-plaform" is ignored',
  location: { path: "spec/a b.yaml", line: 6, column: 1, endColumn: 27, lineText: "x-plaform: 1" },
  related: [{ message: "referenced here", location: { path: "spec/main.yaml", line: 2, column: 3, lineText: "a: b" } }],
  hint: 'Did you mean "x-platform"?',
};
export const loose: Diagnostic = {
  code: "open-body",
  severity: "warning",
  message: "100% <open> & loose, really: yes",
  location: { path: "spec/a b.yaml", line: 6, column: 1 },
  related: [],
};
export const unplaced: Diagnostic = { code: "file-unreadable", severity: "error", message: 'cannot read "x"', related: [] };

export const samples: readonly Diagnostic[] = [loose, near, unplaced];

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "::error::x",
    "%0A",
    "a,b:c",
    "]]>",
    "<!--",
    "a\r\nb",
    "\"&'",
    "\ud800",
    "\u0000",
    "\u001b[2J",
    "../../x",
    "##[x]",
  ),
);
const place = fc.record({
  path: text,
  line: fc.integer({ min: 1, max: 1e6 }),
  column: fc.integer({ min: 1, max: 1e6 }),
});

/** Any diagnostics, with hostile text in every field that a contract or a file name can reach. */
export const anyDiagnostics: fc.Arbitrary<Diagnostic[]> = fc.array(
  fc
    .record(
      {
        code: fc.constantFrom("action-name", "redocly/struct", "syntax"),
        severity: fc.constantFrom("error", "warning"),
        message: text,
        location: place,
        related: fc.array(fc.record({ message: text, location: place }), { maxLength: 2 }),
        hint: text,
      },
      { requiredKeys: ["code", "severity", "message", "related"] },
    )
    .map((diagnostic): Diagnostic => diagnostic as Diagnostic),
  { maxLength: 5 },
);
