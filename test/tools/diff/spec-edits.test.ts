import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Change } from "../../../generator/tools/diff/change.js";
import type { ContractVersion } from "../../../generator/tools/diff/contract/contract-version.js";
import { diffContracts } from "../../../generator/tools/diff/diff-contracts.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { loneEdits, specEdits, type ExpectedChange, type SpecEdit } from "./spec-edits.js";
import { loadForDiff } from "./support.js";

const folder = temporaryFolder();
cpSync(repositoryPath("spec"), path.join(folder, "base"), { recursive: true });
const base = loadForDiff("base/openapi.yaml", folder);

/** The contract with some edits, in a folder of its own. */
function edited(name: string, edits: readonly SpecEdit[]): ContractVersion {
  const target = path.join(folder, name);
  cpSync(path.join(folder, "base"), target, { recursive: true });
  for (const { file, behind, from, to } of edits) {
    const text = textOf(name, file);
    const at = text.indexOf(from, indexOf(text, behind));
    if (at < 0) throw new Error(`${file} has no ${JSON.stringify(from)}`);
    writeFileSync(path.join(target, file), `${text.slice(0, at)}${to}${text.slice(at + from.length)}`);
  }
  return loadForDiff(`${name}/openapi.yaml`, folder);
}

function textOf(name: string, file: string): string {
  return readFileSync(path.join(folder, name, file), "utf8");
}

function indexOf(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) throw new Error(`there is no ${JSON.stringify(part)}`);
  return at;
}

/** `error action-renamed actions/search.yaml:1045`, the line in the revision or, with `was`, in the base. */
function tellExpected(name: string, edit: SpecEdit, expected: ExpectedChange): string {
  const file = expected.file ?? edit.file;
  const text = textOf(expected.was === undefined ? name : "base", file);
  const from = indexOf(text, expected.behind ?? edit.behind);
  const at = text.indexOf((expected.at ?? expected.was)!, from);
  const line = text.slice(0, at).split("\n").length;
  return `${expected.severity} ${expected.rule} ${expected.was === undefined ? "" : "was "}${file}:${at < 0 ? "nowhere" : line}`;
}

function tell(change: Change, isGone: boolean): string {
  const location = (isGone ? change.before : change.after)?.location;
  const place = location && `${location.path.replace(/^[^/]*\//, "")}:${location.line}`;
  return `${change.severity} ${change.rule.id} ${isGone ? "was " : ""}${place}`;
}

const gone = new Set(
  [...specEdits, ...loneEdits].flatMap(({ expected }) => expected.filter(({ was }) => was !== undefined).map(({ rule }) => rule)),
);

test("there are at least 60 edits, of all kinds", () => {
  expect(specEdits.flatMap(({ expected }) => expected).length).toBeGreaterThanOrEqual(60);
});

test("spec/ against itself has no changes", () => {
  expect(diffContracts({ before: base, after: edited("same", []) })).toEqual([]);
});

test("all edits at once are reported, each at its location, and nothing else", () => {
  expectChanges("all", specEdits);
});

test.each(loneEdits.map((edit, index) => [`${index + 1}: ${edit.from.trim()}`, edit] as const))("edit %s", (name, edit) => {
  expectChanges(name.slice(0, 1), [edit]);
});

function expectChanges(name: string, edits: readonly SpecEdit[]): void {
  const after = edited(name, edits);
  const expected = edits.flatMap((edit) => edit.expected.map((change) => tellExpected(name, edit, change)));
  const found = diffContracts({ before: base, after }).map((change) => tell(change, gone.has(change.rule.id)));
  expect(found.sort()).toEqual(expected.sort());
}
