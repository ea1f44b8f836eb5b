import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { diffLines } from "diff";
import { expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import { repositoryPath } from "../support/repository.js";

/** The output of a copy of a contract with a changed file, by path. */
async function outputOf(file: string, change: (text: string) => string): Promise<Map<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), "diff-size-"));
  cpSync(repositoryPath("test/production/fleet"), folder, { recursive: true });
  const changed = path.join(folder, file);
  writeFileSync(changed, change(readFileSync(changed, "utf8")));
  const { files } = await compile("openapi.yaml", { workingFolder: folder, template: readTemplate });
  return new Map(files!.map((one) => [one.path, one.text]));
}

/** What a reviewer reads: `.gitattributes` keeps the hashes of the manifest out of diffs. As `git diff --numstat`, the files, and lines added and removed. */
function compare(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const changed = [...after].filter(([file, text]) => before.get(file) !== text);
  const lines = changed.flatMap(([file, text]) => diffLines(before.get(file) ?? "", text));
  return {
    files: changed.length,
    lines: lines.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0),
  };
}

const tug = "actions/tug.yaml";

const property = (text: string) =>
  text.replace(/properties: \{ imo: (\{[^}]*\}) \}/, "properties: { imo: $1, line: { type: string, maxLength: 40 } }");

const action = (text: string) => `${text}anchor:
  label: Anchor
  summary: Drop the anchor.
  idempotent: true
  scopes: [quay:operate]
  availability: { states: [ready] }
  body:
    type: object
    required: [depth]
    additionalProperties: false
    properties: { depth: { type: integer, minimum: 1, maximum: 200 } }
  result:
    type: object
    required: [depth]
    additionalProperties: false
    properties: { depth: { type: integer, minimum: 1, maximum: 200 } }
`;

test("a change of the contract changes few lines of the output", async () => {
  const before = await outputOf(tug, (text) => text);
  const [one, two] = [compare(before, await outputOf(tug, property)), compare(before, await outputOf(tug, action))];
  expect(one.files, "files of a property").toBeLessThanOrEqual(3);
  expect(one.lines, "lines of a property").toBeLessThanOrEqual(12);
  expect(two.files, "files of an action").toBeLessThanOrEqual(10);
  expect(two.lines, "lines of an action").toBeLessThanOrEqual(77);
});
