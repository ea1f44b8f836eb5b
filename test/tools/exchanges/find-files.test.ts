import path from "node:path";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { findFiles } from "../../../generator/tools/exchanges/validate-files.js";
import { folderOf, lines } from "./held.js";

const names = ["a.yaml", "b/c.yml", "b/d.json", "b/e/f.har", "b/notes.txt", "b/[x].yaml"];
const folder = folderOf(Object.fromEntries(names.map((name) => [name, ""])));

async function find(...patterns: string[]): Promise<{ files: string[]; problems: string[] }> {
  const diagnostics: Diagnostic[] = [];
  const files = await findFiles(patterns, folder, diagnostics);
  return { files: files.map((file) => path.relative(folder, file)), problems: lines({ diagnostics }) };
}

test.each<[string, string[], string[]]>([
  ["files, whatever they are called", ["a.yaml", "b/notes.txt"], ["a.yaml", "b/notes.txt"]],
  ["folders, with all fixtures below them", ["b"], ["b/[x].yaml", "b/c.yml", "b/d.json", "b/e/f.har"]],
  ["folders with a slash", ["b/e/"], ["b/e/f.har"]],
  ["globs", ["**/*.{yml,har}"], ["b/c.yml", "b/e/f.har"]],
  [
    "each file once, in order",
    ["b/d.json", "b/*", "./b/c.yml", "a.yaml"],
    ["a.yaml", "b/[x].yaml", "b/c.yml", "b/d.json", "b/notes.txt"],
  ],
  ["files that look like globs", ["b/[x].yaml"], ["b/[x].yaml"]],
])("%s", async (_, patterns, files) => {
  expect(await find(...patterns)).toEqual({ files, problems: [] });
});

test("tells what leads to nothing, and goes on", async () => {
  expect(await find("nowhere.yaml", "a.yaml", "*.toml", "nowhere/")).toEqual({
    files: ["a.yaml"],
    problems: [
      'file-unreadable cannot read "nowhere.yaml": there is no such file',
      'no-fixtures "*.toml" leads to no file',
      'file-unreadable cannot read "nowhere/": there is no such file',
    ],
  });
});
