import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../generator/compile.js";
import { printPretty } from "../generator/diagnostics/print/pretty.js";
import { readTemplate } from "../generator/package.js";
import { repositoryPath } from "./support/repository.js";
import { typeCheck } from "./support/type-check.js";
import { writeFiles } from "./support/write-files.js";

// test/cases/<name>/contract/openapi.{yaml,json} is compiled; diagnostics.txt and expected/ are what must come out.
// `npx vitest run test/cases.slow.test.ts -u` accepts what comes out: read the diff before you commit it.
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
    await expect(text).toMatchFileSnapshot(path.join(folder, "diagnostics.txt"));
  });

  test("output", async () => {
    const { files = [] } = await compilation;
    // Files that ship verbatim are the same in every case and tested on their own.
    const emitted = files.filter((file) => !isVerbatim(file.path));
    const expected = path.join(folder, "expected");
    for (const file of emitted) await expect(file.text, file.path).toMatchFileSnapshot(path.join(expected, file.path));
    const names = existsSync(expected) ? readdirSync(expected, { recursive: true, withFileTypes: true }) : [];
    const present = names
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(expected, path.join(entry.parentPath, entry.name)));
    // Missing files have failed above; with `-u` they are written only after the tests.
    const paths = new Set(emitted.map((file) => file.path));
    expect(paths.size).toBe(emitted.length);
    expect(present.filter((file) => !paths.has(file))).toEqual([]);
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
