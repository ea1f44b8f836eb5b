import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { compile, type Compilation } from "../../generator/compile.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { readTemplate } from "../../generator/package.js";
import { createVersion } from "../../generator/tools/diff/contract/contract-version.js";
import { diffContracts } from "../../generator/tools/diff/diff-contracts.js";
import { expand } from "../../generator/tools/expand/expand.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import { parsePointer } from "../../templates/runtime/json.js";
import { temporaryFolder } from "../support/command-line.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { randomInputs, seed } from "./budget.js";
import { oddities } from "./oddities.js";

/** Fewer would find no location for some of them. */
const numRuns = Math.max(15, randomInputs(15));
const folder = temporaryFolder();

/** Documents of a size that lets many be compiled, without references to other files and to paths, which get other names. */
const documents = sources().filter(
  (file) => statSync(file).size < 200_000 && !/\$ref['"]?: *['"]?(?:[^'"#\s]|#\/paths)/.test(readFileSync(file, "utf8")),
);
const accepted = new Map<string, Promise<boolean>>();

function sources(): string[] {
  // In small contracts, an oddity of one schema is an error of many rules.
  if (!hasCorpus("openapi")) return [];
  const manifest = JSON.parse(readFileSync(path.join(corpus, "MANIFEST.json"), "utf8")) as { documents: { file: string }[] };
  return manifest.documents.map(({ file }) => path.join(corpus, file));
}

function readDocument(file: string): JsonObject {
  return parse(readFileSync(file, "utf8"), { uniqueKeys: false, maxAliasCount: -1 }) as JsonObject;
}

async function compileDocument(document: JsonObject) {
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document, undefined, 1));
  return compile("openapi.json", { workingFolder: folder, template: readTemplate });
}

/** Whether a document compiles as it is, asked once. */
function isAccepted(file: string, document: JsonObject): Promise<boolean> {
  const known = accepted.get(file) ?? compileDocument(document).then(({ files }) => files !== undefined);
  accepted.set(file, known);
  return known;
}

/** The first and the last line of a value in a document that is printed with an indentation. */
function linesOf(document: JsonValue, pointer: string): { first: number; last: number } {
  const height = (value: JsonValue) => JSON.stringify(value, undefined, 1).split("\n").length;
  let value = document;
  let first = 1;
  for (const segment of parsePointer(pointer)) {
    first++;
    for (const [key, sibling] of Object.entries(value as JsonObject)) {
      if (key === segment) break;
      first += height(sibling);
    }
    value = (value as Record<string, JsonValue>)[segment]!;
  }
  return { first, last: first + height(value) - 1 };
}

/** What it is that an oddity in the schema of an error no longer takes what servers report; the violated rule is named beside it. */
const unfit = "failure-unfit";

/** Holds that docs, expanded documents and `diff` are made of what compiles, and that nothing has changed. */
function expectToolsToRead({ loaded, contract }: Compilation, about: string): void {
  expect(buildDocs(contract!, loaded!, {}, { template: readTemplate }).length, about).toBeGreaterThan(0);
  expect(hasErrors(expand(contract!, loaded!, { layout: "all" }).diagnostics), about).toBe(false);
  const version = createVersion("openapi.json", loaded!);
  expect(diffContracts({ before: version, after: version }, { severities: {} }), about).toEqual([]);
}

test.skipIf(documents.length === 0).each(oddities)(
  "a document with $name compiles, or is rejected at the location",
  async ({ sites, write, warning, errors = [] }) => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), fc.nat(), async (file, at) => {
        const document = readDocument(file);
        const found = sites(document);
        if (found.length === 0 || !(await isAccepted(file, document))) return;
        const pointer = write(found[at % found.length]!, document);
        changed++;

        const compilation = await compileDocument(document);
        const { diagnostics, files } = compilation;
        const { first, last } = linesOf(document, pointer);
        const isThere = (location: { readonly line: number } | undefined) =>
          location !== undefined && location.line >= first && location.line <= last;
        const there = diagnostics.filter(
          ({ location, related = [] }) => isThere(location) || related.some((one) => isThere(one.location)),
        );
        const about = `${path.basename(file)}#${pointer} (lines ${first} to ${last})`;
        const wrong = diagnostics.filter(({ severity }) => severity === "error");
        expect(hasErrors(diagnostics), about).toBe(files === undefined);
        expect(
          wrong.filter(({ code }) => !errors.includes(code) && code !== unfit),
          about,
        ).toEqual([]);
        if (files === undefined) expect(hasErrors(there), about).toBe(true);
        if (files === undefined) return;
        if (warning)
          expect(
            there.map(({ code }) => code),
            about,
          ).toContain(warning);
        expectToolsToRead(compilation, about);
      }),
      { numRuns, seed },
    );
    expect(changed).toBeGreaterThan(numRuns / 10);
  },
);

/** Oddities, each with a number that says where it goes. */
const several = fc.uniqueArray(fc.tuple(fc.constantFrom(...oddities), fc.nat()), {
  minLength: 4,
  maxLength: 12,
  selector: ([{ name }]) => name,
});

test.skipIf(documents.length === 0)(
  "the output of a document with several of them type-checks, or the document is rejected for one of them",
  async () => {
    const out = temporaryFolder();
    let compiled = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), several, async (file, chosen) => {
        const document = readDocument(file);
        if (!(await isAccepted(file, document))) return;
        const written = chosen.filter(({ 0: { sites, write }, 1: at }) => {
          const found = sites(document);
          if (found.length > 0) write(found[at % found.length]!, document);
          return found.length > 0;
        });
        const compilation = await compileDocument(document);
        const about = `${path.basename(file)}: ${written.map(([{ name }]) => name).join("; ")}`;
        const errors = new Set(written.flatMap(([oddity]) => oddity.errors ?? []));
        const wrong = compilation.diagnostics.filter(
          ({ severity, code }) => severity === "error" && !errors.has(code) && code !== unfit,
        );
        expect(wrong, about).toEqual([]);
        if (compilation.files === undefined) return;
        expectToolsToRead(compilation, about);
        writeFiles(path.join(out, String(compiled++)), compilation.files);
      }),
      { numRuns: 3 * numRuns, seed },
    );
    expect(compiled).toBeGreaterThan(numRuns / 3);
    expect(await typeCheckNatively(out)).toBe("");
  },
);
