import { expect, it } from "vitest";
import type { Diagnostic, Location } from "../../generator/diagnostics/diagnostic.js";
import { report } from "../../generator/document/diagnostics.js";

const location: Location = { path: "a.yaml", line: 1, column: 2 };

it("makes a diagnostic from the catalog", () => {
  const diagnostics: Diagnostic[] = [];
  report(diagnostics, "yaml-tag", { tag: "!x" }, location);
  expect(diagnostics).toEqual([
    {
      code: "yaml-tag",
      severity: "error",
      message: 'the YAML tag "!x" is not supported',
      location,
      related: [],
      hint: "Remove the tag. An OpenAPI document contains only JSON data.",
    },
  ]);
});

it("omits unknown parts", () => {
  const diagnostics: Diagnostic[] = [];
  report(diagnostics, "syntax", { language: "JSON", detail: "x" }, undefined, { related: [undefined] });
  expect(diagnostics).toStrictEqual([{ code: "syntax", severity: "error", message: "invalid JSON: x", related: [] }]);
});

it("accepts related locations, and a hint instead of the catalog's", () => {
  const diagnostics: Diagnostic[] = [];
  const related = [{ message: "here", location }, undefined];
  report(diagnostics, "empty-document", {}, location, { related, hint: "Write something." });
  report(diagnostics, "empty-document", {}, location, { hint: undefined });
  expect(diagnostics).toMatchObject([
    { related: [{ message: "here", location }], hint: "Write something." },
    { related: [], hint: "An OpenAPI document starts with `openapi: 3.1.0`." },
  ]);
});
