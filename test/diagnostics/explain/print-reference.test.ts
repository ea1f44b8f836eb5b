import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog } from "../../../generator/diagnostics/catalog.js";
import { printReference } from "../../../generator/diagnostics/explain/print-reference.js";
import { repositoryPath } from "../../support/repository.js";

const file = repositoryPath("docs/diagnostics.md");

test("docs/diagnostics.md is what the explanations say (UPDATE_REFERENCE=1 accepts a change)", () => {
  const reference = printReference();
  if (process.env["UPDATE_REFERENCE"]) writeFileSync(file, reference);
  expect(readFileSync(file, "utf8")).toBe(reference);
});

test("the reference has every code once", () => {
  const headings = [...printReference().matchAll(/^### (\S+)$/gm)].map(([, code]) => code);
  expect(headings.toSorted()).toEqual([...Object.keys(catalog), "redocly/<rule>"].sort());
});
