import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { findFiles, type Progress } from "../../../generator/tools/exchanges/validate-files.js";
import { folderOf, validateTexts, lines } from "./validate-texts.js";

afterEach(() => void vi.restoreAllMocks());

const fixture = "exchanges:\n  - request: { body: { cake: x } }\n  - request: { body: { cake: y } }\n";

/** The reported progress when the clock advances by this much at each reading. */
async function progressAt(milliseconds: number): Promise<Progress[]> {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += milliseconds));
  const told: Progress[] = [];
  await validateTexts({ "bakery/bake.a.yaml": fixture, "bakery/bake.b.yaml": fixture }, ["."], {
    onProgress: (progress) => void told.push(progress),
  });
  return told;
}

test("reports its progress, file by file", async () => {
  expect(await progressAt(1_000)).toEqual([
    { exchanges: 2, files: 1, allFiles: 2 },
    { exchanges: 4, files: 2, allFiles: 2 },
  ]);
});

test("prints nothing if it is quick", async () => {
  expect(await progressAt(1)).toEqual([]);
});

test("recordings and fixtures are validated against the contract in one run", async () => {
  const entry = {
    request: { method: "GET", url: "https://shop.example/shops/7" },
    response: { status: 200, content: { text: '{"id":7,"type":"bakery"}' } },
  };
  const found = await validateTexts({
    "bakery/bake.yaml": fixture,
    "a.har": JSON.stringify({ log: { entries: [entry, { ...entry, request: { method: "GET", url: "https://x/" } }] } }),
  });
  expect(found).toMatchObject({ diagnostics: [], files: 2, exchanges: 3, skipped: 1 });
});

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

test("reports files without a target, and continues", async () => {
  expect(await find("nowhere.yaml", "a.yaml", "*.toml", "nowhere/")).toEqual({
    files: ["a.yaml"],
    problems: [
      'file-unreadable cannot read "nowhere.yaml": no such file',
      'no-fixtures no files match "*.toml"',
      'file-unreadable cannot read "nowhere/": no such file',
    ],
  });
});
