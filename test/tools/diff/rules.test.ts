import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../generator/tools/diff/diff-contracts.js";
import { contractsOf } from "../../../generator/tools/diff/example.js";
import { defaultSeverity, type Rule } from "../../../generator/tools/diff/rule.js";
import {
  actionRules,
  allRules,
  allSchemaRules,
  callRules,
  contractRules,
  endpointRules,
  operationRules,
  serviceTypeRules,
} from "../../../generator/tools/diff/rules/index.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { loadForDiff, tellChange } from "./support.js";

const folder = temporaryFolder();
const reportsFolder = repositoryPath("test/tools/diff/reports");

/** The reports about the example of each rule, a file a subject. `npx vitest run <this file> -u` accepts what is reported. */
const subjects: Readonly<Record<string, readonly Rule[]>> = {
  actions: [...serviceTypeRules, ...actionRules],
  contracts: contractRules,
  endpoints: endpointRules,
  operations: operationRules,
  calls: callRules.filter((rule) => !operationRules.includes(rule)),
  schemas: allSchemaRules,
};

/** The versions that the example of a rule shows. */
function versionsOf({ id, example }: Rule) {
  const workingFolder = path.join(folder, id);
  const { before, after } = contractsOf(example);
  mkdirSync(workingFolder, { recursive: true });
  writeFileSync(path.join(workingFolder, "before.yaml"), before);
  writeFileSync(path.join(workingFolder, "after.yaml"), after);
  const load = (file: string) => loadForDiff(file, workingFolder);
  return { before: load("before.yaml"), after: load("after.yaml"), unchanged: load("before.yaml") };
}

test("every rule belongs to a subject, and every report to a rule", () => {
  const rules = Object.values(subjects).flat();
  expect(new Set(rules)).toEqual(new Set(allRules));
  expect(rules).toHaveLength(allRules.length);
  const files = Object.keys(subjects).map((subject) => `${subject}.txt`);
  expect(readdirSync(reportsFolder).sort()).toEqual(files.sort());
});

describe.each(Object.entries(subjects))("the examples of rules about %s", (subject, rules) => {
  const examples = rules.map((rule) => {
    const versions = versionsOf(rule);
    return { id: rule.id, versions, changes: diffContracts(versions) };
  });

  test("are reported as expected", async () => {
    const reports = examples.map(({ id, changes }) => `# ${id}\n\n${changes.map(tellChange).join("\n")}`);
    await expect(reports.join("\n")).toMatchFileSnapshot(path.join(reportsFolder, `${subject}.txt`));
  });

  test.each(examples)("$id is reported", ({ id, changes }) => {
    expect(changes.map(({ rule }) => rule.id)).toContain(id);
  });

  test.each(examples)("$id is not reported without a change", ({ versions: { before, unchanged } }) => {
    expect(diffContracts({ before, after: unchanged })).toEqual([]);
  });
});

test("every rule has a unique name and a sentence", () => {
  expect(new Set(allRules.map(({ id }) => id)).size).toBe(allRules.length);
  expect(allRules.filter(({ id, why }) => !/^[a-z]+(?:-[a-z]+)+$/.test(id) || !/^[A-Z].*\.$/.test(why))).toEqual([]);
});

test("changes that break clients are errors, except those that clients should tolerate", () => {
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

// `npx vitest run <this file> -u` writes the rows anew; the text around them stays.
test("docs/diff.md lists every rule", async () => {
  const file = repositoryPath("docs/diff.md");
  const rows = allRules.map((rule) => `| \`${rule.id}\` | ${rule.breaks} | ${defaultSeverity(rule)} | ${rule.why} |\n`);
  const text = readFileSync(file, "utf8").replace(/(?:^\| `.*\n)+/m, () => rows.join(""));
  await expect(text).toMatchFileSnapshot(file);
});
