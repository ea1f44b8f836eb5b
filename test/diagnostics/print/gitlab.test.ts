import fc from "fast-check";
import { expect, it } from "vitest";
import { printGitlab } from "../../../generator/diagnostics/print/gitlab.js";
import { anyDiagnostics, samples } from "./samples.js";

it("prints an issue for each problem", () => {
  expect(JSON.parse(printGitlab(samples))).toEqual([
    {
      description: "100% <open> & loose, really: yes",
      check_name: "open-body",
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: "minor",
      location: { path: "spec/a b.yaml", lines: { begin: 6 } },
    },
    {
      description: 'the key "x-plaform" is ignored. Did you mean "x-platform"?',
      check_name: "extension-near-miss",
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: "critical",
      location: { path: "spec/a b.yaml", lines: { begin: 6 } },
    },
    {
      description: 'cannot read "x"',
      check_name: "file-unreadable",
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: "critical",
      location: { path: ".", lines: { begin: 1 } },
    },
  ]);
});

it("prints an empty list without problems", () => {
  expect(printGitlab([])).toBe("[]\n");
});

it("gives every issue a fingerprint of its own", () => {
  fc.assert(
    fc.property(anyDiagnostics, (diagnostics) => {
      const issues = JSON.parse(printGitlab([...diagnostics, ...diagnostics])) as { fingerprint: string }[];
      expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(diagnostics.length * 2);
    }),
  );
});
