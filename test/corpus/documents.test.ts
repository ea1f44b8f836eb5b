import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { createVersion } from "../../generator/tools/diff/contract/contract-version.js";
import { diffContracts } from "../../generator/tools/diff/diff-contracts.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import { expand } from "../../generator/tools/expand/expand.js";
import { readTemplate } from "../../generator/package.js";
import { temporaryFolder } from "../support/command-line.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

const isThere = hasCorpus("openapi");
const { documents } = isThere
  ? (JSON.parse(readFileSync(path.join(corpus, "MANIFEST.json"), "utf8")) as { documents: { file: string }[] })
  : { documents: [{ file: "(no corpus)" }] };

const out = temporaryFolder();

/** What is wrong in the eleven documents that are rejected, and in how many of them. */
const faults = {
  "keyword-value": 2,
  "openapi-version": 2,
  "operation-id-unique": 2,
  "ref-cycle": 1,
  "ref-kind": 3,
  "security-undefined": 1,
};

describe.skipIf(!isThere)("real documents", () => {
  const found: Record<string, number> = {};
  let rejected = 0;

  test.each(documents.map(({ file }) => file))("%s compiles, or is rejected at a location", async (file) => {
    const { diagnostics, files, loaded, contract } = await compile(file, { workingFolder: corpus, template: readTemplate });
    const errors = diagnostics.filter((diagnostic) => hasErrors([diagnostic]));
    expect(files === undefined).toBe(errors.length > 0);
    expect(errors.filter((error) => error.location === undefined)).toEqual([]);
    for (const code of new Set(errors.map((error) => error.code))) found[code] = (found[code] ?? 0) + 1;
    if (files === undefined) rejected++;
    if (!files || !loaded || !contract) return;
    writeFiles(path.join(out, file.replace(/\W+/g, "-")), files);

    const pages = buildDocs(contract, loaded, {}, { template: readTemplate });
    expect(pages.filter(({ path: page }) => /^operations\/.*\.md$/.test(page)).length).toBeGreaterThanOrEqual(
      contract.operations.length,
    );
    expect(hasErrors(expand(contract, loaded, { layout: "all" }).diagnostics)).toBe(false);
    const version = createVersion(file, loaded);
    expect(diffContracts({ before: version, after: version }, { severities: {} })).toEqual([]);
  });

  test("all output type-checks", { timeout: 300_000 }, async () => {
    expect(await typeCheckNatively(out)).toBe("");
  });

  test("rejected documents are invalid", () => {
    expect(found).toEqual(faults);
    expect(rejected).toBe(11);
  });
});
