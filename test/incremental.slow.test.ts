import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMemo, writeMemo } from "../generator/cli/memo-file.js";
import { compile } from "../generator/compile.js";
import { createMemo, type RecordingMemo } from "../generator/memo.js";
import { readTemplate } from "../generator/package.js";
import { temporaryFolder } from "./support/command-line.js";
import { repositoryPath } from "./support/repository.js";

const maker = "this build";

/** Compiles a contract with a memo or, with `memoFile`, the results of earlier runs. */
async function outcome(folder: string, memoFile?: string, memo = memoFile === undefined ? undefined : readMemo(memoFile, maker)) {
  const options = { workingFolder: folder, template: readTemplate, ...(memo && { memo }) };
  const { diagnostics, files, contractHash } = await compile("openapi.yaml", options);
  if (memo && memoFile !== undefined && files) writeMemo(memoFile, memo, maker);
  return { diagnostics, contractHash, files: files?.map(({ path: name, text }) => ({ name, text })) };
}

/** The same in one process, as `--watch` does it: each success hands its results to the next run. */
function createWatcher(folder: string) {
  let memo: RecordingMemo = createMemo();
  return async () => {
    const current = memo;
    const result = await outcome(folder, undefined, current);
    if (result.files) memo = createMemo(current.used);
    return result;
  };
}

function copyOf(contract: string): string {
  const folder = temporaryFolder();
  cpSync(repositoryPath(contract), folder, { recursive: true });
  return folder;
}

/** Edits of a text, each by some numbers. */
const edits: ((text: string, numbers: readonly number[]) => string)[] = [
  // The most common edits: words and limits.
  (text, numbers) => replaceOne(text, /(?<=(?:label|summary|description): )\w+/g, `Word${numbers[0]}`, numbers),
  (text, numbers) => replaceOne(text, /(?<=: )\d+(?= |,|$)/gm, String(numbers[0]), numbers),
  (text, numbers) => replaceOne(text, /\w+(?=: )/g, `name${numbers[0]}`, numbers),
  (text, numbers) => lines(text, numbers, (line) => [line, line]),
  (text, numbers) => lines(text, numbers, () => []),
  (text, numbers) => lines(text, numbers, (line) => ["# new", "", line]),
  (text, numbers) => lines(text, numbers, (line) => [` ${line}`]),
];

function replaceOne(text: string, pattern: RegExp, by: string, [, which = 0]: readonly number[]): string {
  const found = [...text.matchAll(pattern)];
  const match = found[which % (found.length || 1)];
  return match ? `${text.slice(0, match.index)}${by}${text.slice(match.index + match[0].length)}` : text;
}

function lines(text: string, [, which = 0]: readonly number[], change: (line: string) => string[]): string {
  const all = text.split("\n");
  return all.flatMap((line, index) => (index === which % all.length ? change(line) : [line])).join("\n");
}

const number = fc.nat({ max: 200 });
const anyEdit = fc.record({
  file: number,
  edit: fc.nat({ max: edits.length - 1 }),
  numbers: fc.tuple(number, number),
  undo: fc.boolean(),
});

test.each(["several-files", "shapes", "one-action", "names", "openapi-3.0"])(
  "after any edits of %s, a run with caches of earlier ones has the same result as one without",
  async (name) => {
    const property = fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 6 }), async (series) => {
      const folder = copyOf(`test/cases/${name}/contract`);
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
      const memoFile = path.join(folder, "node_modules/a.memo");
      await outcome(folder, memoFile);
      const again = createWatcher(folder);
      await again();
      for (const { file, edit, numbers, undo } of series) {
        const edited = path.join(folder, names[file % names.length]!);
        const before = readFileSync(edited, "utf8");
        writeFileSync(edited, edits[edit]!(before, numbers));
        const expected = await outcome(folder);
        expect(await outcome(folder, memoFile)).toStrictEqual(expected);
        expect(await again()).toStrictEqual(expected);
        if (undo) writeFileSync(edited, before);
      }
      rmSync(folder, { recursive: true });
    });
    await fc.assert(property, { numRuns: 4, seed: 42 });
  },
);

test("an edit of one action rebuilds no other action's validator, nor a file by ts-morph if only a limit or a label changes", async () => {
  const folder = copyOf("test/cases/several-files/contract");
  const memoFile = path.join(folder, "a.memo");
  await outcome(folder, memoFile);
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(path.join(folder, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(path.join(folder, file), text.replace(from, to));
  };
  const made = async () => {
    const kinds: string[] = [];
    const memo = readMemo(memoFile, maker);
    const noting: typeof memo = {
      used: memo.used,
      isNew: true,
      recall: (kind, subject, make) => memo.recall(kind, subject, () => (kinds.push(kind), make())),
      recallLater: (kind, subject, make) => memo.recallLater(kind, subject, () => (kinds.push(kind), make())),
    };
    await compile("openapi.yaml", { workingFolder: folder, template: readTemplate, memo: noting });
    writeMemo(memoFile, noting, maker);
    return kinds.sort();
  };
  expect(await made()).toEqual([]);
  edit("schemas.yaml", "maxLength: 500", "maxLength: 400");
  // The references are those of the file whose text has changed.
  expect(await made()).toEqual(["guard", "references", "schema", "yaml"]);
  edit("actions/postgres.yaml", "Remove address", "Take address away");
  expect(await made()).toEqual(["references", "yaml"]);
});

test("a new version of the contract changes the document that contains it, and no other file", async () => {
  const folder = copyOf("test/cases/one-action/contract");
  const files = async () => (await compile("openapi.yaml", { workingFolder: folder, template: readTemplate })).files;
  const before = await files();
  const text = readFileSync(path.join(folder, "openapi.yaml"), "utf8");
  expect(text).toContain("version: 1.0.0");
  writeFileSync(path.join(folder, "openapi.yaml"), text.replace("version: 1.0.0", "version: 2.0.0"));
  const changed = (await files())!.filter(({ text }, index) => text !== before![index]!.text);
  expect(changed.map((file) => file.path)).toEqual(["openapi.json"]);
});
