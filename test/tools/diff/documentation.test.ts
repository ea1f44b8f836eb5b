import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultSeverity } from "../../../generator/tools/diff/rule.js";
import { allRules } from "../../../generator/tools/diff/rules/index.js";
import { repositoryPath } from "../../support/repository.js";

test("docs/diff.md lists every rule as it is", () => {
  const text = readFileSync(repositoryPath("docs/diff.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows).toEqual(allRules.map((rule) => `| \`${rule.id}\` | ${rule.breaks} | ${defaultSeverity(rule)} | ${rule.why} |`));
});

test("every rule has a name of its own and a sentence", () => {
  expect(new Set(allRules.map(({ id }) => id)).size).toBe(allRules.length);
  expect(allRules.filter(({ id, why }) => !/^[a-z]+(?:-[a-z]+)+$/.test(id) || !/^[A-Z].*\.$/.test(why))).toEqual([]);
});

test("what breaks clients is an error, but for what they should cope with", () => {
  const milder = allRules.filter(
    (rule) => (rule.breaks === "client" || rule.breaks === "both") && defaultSeverity(rule) !== "error",
  );
  expect(milder.map(({ id }) => id)).toEqual([
    "action-error-added",
    "security-scheme-renamed",
    "error-response-added",
    "operation-id-changed",
    "operation-reveals",
    "path-parameter-renamed",
    "request-property-declared",
    "response-property-undeclared",
    "request-default-changed",
  ]);
});
