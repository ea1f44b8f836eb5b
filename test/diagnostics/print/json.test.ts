import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { printJson } from "../../../generator/diagnostics/print/json.js";
import { repositoryPath } from "../../support/repository.js";
import { anyDiagnostics, near, samples, unplaced } from "./samples.js";

const schema = JSON.parse(readFileSync(repositoryPath("schemas/report.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true }).compile(schema);

it("prints everything but the lines of source", () => {
  expect(JSON.parse(printJson([near, unplaced]))).toEqual({
    version: 1,
    diagnostics: [
      {
        code: "extension-near-miss",
        severity: "error",
        message: 'the key "x-plaform" is ignored',
        location: { path: "spec/a b.yaml", line: 6, column: 1, endColumn: 27 },
        related: [{ message: "referenced here", location: { path: "spec/main.yaml", line: 2, column: 3 } }],
        hint: 'Did you mean "x-platform"?',
      },
      { code: "file-unreadable", severity: "error", message: 'cannot read "x"', related: [] },
    ],
  });
});

it("matches its schema", () => {
  fc.assert(
    fc.property(anyDiagnostics, (diagnostics) => {
      validate(JSON.parse(printJson(diagnostics)));
      expect(validate.errors ?? []).toEqual([]);
    }),
  );
});

it.each([
  ["another version", (report: Report) => (report.version = 2)],
  ["a key too many", (report: Report) => (report["summary"] = {})],
  ["a severity that isn't one", (report: Report) => (report.diagnostics[0]!["severity"] = "info")],
  [
    "a line of source",
    (report: Report) => (report.diagnostics[0]!["location"] = { path: "a", line: 1, column: 1, lineText: "" }),
  ],
  ["a column 0", (report: Report) => (report.diagnostics[0]!["location"] = { path: "a", line: 1, column: 0 })],
])("the schema rejects %s", (_, change) => {
  const report = JSON.parse(printJson(samples)) as Report;
  expect(validate(report)).toBe(true);
  change(report);
  expect(validate(report)).toBe(false);
});

interface Report extends Record<string, unknown> {
  version: number;
  diagnostics: Record<string, unknown>[];
}
