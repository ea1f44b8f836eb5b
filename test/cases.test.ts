import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../generator/compile.js";
import { printPretty } from "../generator/diagnostics/print/pretty.js";
import { readTemplate } from "../generator/package.js";
import { repositoryPath } from "./support/repository.js";
import { typeCheck } from "./support/type-check.js";
import { writeFiles } from "./support/write-files.js";

// test/cases/<name>/contract/openapi.{yaml,json} is compiled; diagnostics.txt and expected/ are what must come out.
// `UPDATE_CASES=1 npx vitest run test/cases.test.ts` accepts what comes out: read the diff before you commit it.
const isUpdate = process.env["UPDATE_CASES"] === "1";
const cases = readdirSync(repositoryPath("test/cases"));
const plain = (text: string) => text;
const palette = { red: plain, yellow: plain, blue: plain, bold: plain, dim: plain };

describe.each(cases)("%s", (name) => {
  const folder = repositoryPath(`test/cases/${name}`);
  const entry = ["openapi.yaml", "openapi.json"].find((file) => existsSync(path.join(folder, "contract", file)))!;
  const compilation = compile(entry, { workingFolder: path.join(folder, "contract"), template: readTemplate });

  test("diagnostics", async () => {
    const { diagnostics } = await compilation;
    const text = diagnostics.map((diagnostic) => printPretty(diagnostic, palette)).join("\n");
    expectFile(path.join(folder, "diagnostics.txt"), text);
  });

  test("output", async () => {
    const { files = [] } = await compilation;
    // Files that ship verbatim are the same in every case and tested on their own.
    const emitted = files.filter((file) => !isVerbatim(file.path));
    const expected = path.join(folder, "expected");
    if (isUpdate) rmSync(expected, { recursive: true, force: true });
    for (const file of emitted) expectFile(path.join(expected, file.path), file.text);
    const names = existsSync(expected) ? readdirSync(expected, { recursive: true, withFileTypes: true }) : [];
    const left = names
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(expected, path.join(entry.parentPath, entry.name)));
    expect(left.sort()).toEqual(emitted.map((file) => file.path).sort());
  });

  test("output passes the strictest options", async () => {
    const { files = [] } = await compilation;
    const sources = writeFiles(repositoryPath(`node_modules/.cache/cases/${name}`), files);
    expect(typeCheck(sources)).toEqual([]);
  });
});

function isVerbatim(file: string): boolean {
  return existsSync(repositoryPath(`templates/${file}`));
}

function expectFile(file: string, text: string): void {
  if (isUpdate) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) ? readFileSync(file, "utf8") : undefined, path.basename(file)).toBe(text);
}
