import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { repositoryPath } from "./support/repository.js";

/** Slow parts: processes (so compilers), browsers, and the corpus of real documents. */
const costly = ["node:child_process", "playwright-core", "test/support/corpus.ts"];

/** They have commands of their own. */
const apart = ["test/robustness/", "test/clients/", "test/corpus/documents.test.ts", "test/package/registry/"];

test("tests that start processes, compilers or browsers, or read the corpus, are in a `.slow.test.ts`", () => {
  const files = readdirSync(repositoryPath("test"), { recursive: true, encoding: "utf8" })
    .map((file) => `test/${file.split(path.sep).join("/")}`)
    .filter(
      (file) => file.endsWith(".test.ts") && !file.endsWith(".slow.test.ts") && !apart.some((start) => file.startsWith(start)),
    );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => costOf(file).map((name) => `${file} needs ${name}`))).toEqual([]);
});

/** The slow parts that a test imports, itself or through its helpers. */
function costOf(file: string, seen = new Set<string>()): string[] {
  seen.add(file);
  return importsOf(file).flatMap((name) => {
    if (costly.includes(name)) return [name];
    return name.startsWith("test/") && !seen.has(name) ? costOf(name, seen) : [];
  });
}

const known = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(repositoryPath(file), "utf8"), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .map((name) => (name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, ".ts") : name))
    .filter((name) => !name.startsWith("test/") || name.endsWith(".ts"));
}
