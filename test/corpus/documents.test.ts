import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { readTemplate } from "../../generator/templates.js";
import { temporaryFolder } from "../support/command-line.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

const isThere = hasCorpus("openapi");
const { documents } = isThere
  ? (JSON.parse(readFileSync(path.join(corpus, "MANIFEST.json"), "utf8")) as { documents: { file: string }[] })
  : { documents: [{ file: "(no corpus)" }] };

const out = temporaryFolder();

describe.skipIf(!isThere)("real documents", () => {
  test.each(documents.map(({ file }) => file))("%s compiles, or is refused at a place", async (file) => {
    const { diagnostics, files } = await compile(file, { workingFolder: corpus, template: readTemplate });
    const errors = diagnostics.filter((diagnostic) => hasErrors([diagnostic]));
    expect(files === undefined).toBe(errors.length > 0);
    expect(errors.filter((error) => error.location === undefined)).toEqual([]);
    if (files) writeFiles(path.join(out, file.replace(/\W+/g, "-")), files);
  });

  test("all output type-checks", async () => {
    expect(await typeCheckNatively(out)).toBe("");
  });
});
