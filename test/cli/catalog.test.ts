import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { catalog, chapters, explain, redoclyExplanation } from "../../generator/cli/catalog.js";
import { isPart, showExample, withoutMargin } from "../../generator/diagnostics/code-record.js";
import { documentCodes } from "../../generator/document/diagnostics.js";
import { rules } from "../../generator/lint/rules/index.js";
import { exchangeCodes } from "../../generator/tools/exchanges/diagnostics.js";
import { exampleContract } from "../lint/example-contract.js";
import { lintText } from "../lint/lint-text.js";
import { repositoryPath } from "../support/repository.js";

const records = [...catalog];

/** Codes of lint and load whose example is too large to show, or no text: their own tests have them. */
const notRun = new Set<string>([
  "dynamic-ref-copies",
  "encoding",
  "file-too-large",
  "file-unreadable",
  "nesting-limit",
  "redocly-failed",
  "ref-copies",
  "ref-depth",
  "root-folder",
  "too-many-files",
  "too-many-properties",
  "yaml-alias-limit",
  "yaml-version",
]);

test("each code belongs to one room", () => {
  const names = chapters.flatMap(({ codes }) => Object.keys(codes));
  expect(names).toEqual([...new Set(names)]);
});

test.each(records)("%s has a cause, an example and its correction", (_code, { cause, bad, good }) => {
  expect(cause).toMatch(/^[A-Z`"].*\.$/s);
  expect(cause.length).toBeLessThan(400);
  expect(withoutMargin(bad).join("\n")).not.toBe(withoutMargin(good).join("\n"));
});

test("the examples of lint and load are contracts", () => {
  const codes = [...Object.keys(documentCodes), ...rules.map(({ code }) => code), "redocly-failed"];
  const others = codes.filter((code) => !isPart(catalog.get(code)!.at));
  expect(new Set(others)).toEqual(notRun);
});

describe.each(records.filter(([, { at }]) => isPart(at)))("%s", (code, { bad, good, at }) => {
  if (!isPart(at)) throw new Error("filtered before");
  // The others are about what JSON Schema says.
  const reading = code === "untyped-object" ? "object" : "any";

  it("is reported for the example", () => {
    expect(lintText(exampleContract(at, bad), [code], reading).map((diagnostic) => diagnostic.code)).toContain(code);
  });

  it("is not reported for the correction, nor any other error", () => {
    const found = lintText(exampleContract(at, good), [code], reading);
    expect(found.filter((diagnostic) => diagnostic.code === code || diagnostic.severity === "error")).toEqual([]);
  });
});

const fixtureSchema = JSON.parse(readFileSync(repositoryPath("schemas/fixture.schema.json"), "utf8")) as object;
const isFixture = new Ajv2020({ strict: false }).compile(fixtureSchema);
const fixtures = Object.entries(exchangeCodes).filter(([code, { at }]) => at === "yaml" && code !== "fixture-unmade");

test.each(fixtures)("%s shows fixtures", (code, { bad, good }) => {
  expect(isFixture(parse(good))).toBe(true);
  expect(isFixture(parse(bad))).toBe(code !== "fixture-shape" && code !== "fixture-not-object");
});

test("explain accepts every code, Redocly's as a whole, and no other", () => {
  expect(explain("action-name")).toBe(catalog.get("action-name"));
  expect(explain("redocly/struct")).toBe(redoclyExplanation);
  expect(explain("action-nam")).toBeUndefined();
  expect(explain("toString")).toBeUndefined();
});

test("an example is below the keys that it belongs to", () => {
  expect(showExample("\n      A: {}\n      B:\n        c: 1", "schemas")).toBe(
    "components:\n  schemas:\n    A: {}\n    B:\n      c: 1",
  );
  expect(showExample("a: 1", "root")).toBe("a: 1");
  expect(showExample("openapi-actions lint", "sh")).toBe("openapi-actions lint");
});
