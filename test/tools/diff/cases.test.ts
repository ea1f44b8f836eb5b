import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../generator/tools/diff/diff-contracts.js";
import { allRules } from "../../../generator/tools/diff/rules/index.js";
import { repositoryPath } from "../../support/repository.js";
import { loadForDiff, tellChange } from "./support.js";

// test/tools/diff/cases/<rule>/ has two versions and in expected.txt what must be told of them.
// `UPDATE_CASES=1 npx vitest run test/tools/diff/cases.test.ts` accepts what is told: read the diff before you commit it.
const isUpdate = process.env["UPDATE_CASES"] === "1";
const folder = repositoryPath("test/tools/diff/cases");
const cases = readdirSync(folder);

test("every rule has a case", () => {
  expect(cases).toEqual(allRules.map(({ id }) => id).sort());
});

describe.each(cases)("%s", (name) => {
  const workingFolder = path.join(folder, name);
  const versions = { before: loadForDiff("before.yaml", workingFolder), after: loadForDiff("after.yaml", workingFolder) };
  const changes = diffContracts(versions);

  test("is reported as expected", () => {
    const text = changes.map(tellChange).join("\n");
    const file = path.join(workingFolder, "expected.txt");
    if (isUpdate) writeFileSync(file, text);
    expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(text);
    expect(changes.map(({ rule }) => rule.id)).toContain(name);
  });

  test("is not reported where nothing changed", () => {
    expect(diffContracts({ before: versions.before, after: loadForDiff("before.yaml", workingFolder) })).toEqual([]);
  });
});
