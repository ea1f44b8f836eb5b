import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import type { OutputFile } from "../../generator/emit/output-file.js";
import { readTemplate } from "../../generator/templates.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { contract } from "./arbitrary-contract.js";
import { runOutput } from "./run-output.js";

const runs = Number(process.env["RUNS"] ?? 400);
const seed = Number(process.env["SEED"] ?? 1);

/** As many outputs are type-checked, all of them by one run of the compiler. */
const checked = 120;

const folder = temporaryFolder();
const outputs: { readonly document: unknown; readonly files: readonly OutputFile[] }[] = [];
const refusals = new Map<string, number>();

test("random contracts compile or are refused at a place, and what comes out behaves", async () => {
  await fc.assert(
    fc.asyncProperty(contract, async (document) => {
      writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
      const { diagnostics, files } = await compile("openapi.json", { workingFolder: folder, template: readTemplate });
      for (const { location } of diagnostics) expect(location).toMatchObject({ path: "openapi.json", line: 1 });
      if (!files) {
        for (const { code } of diagnostics.filter(({ severity }) => severity === "error"))
          refusals.set(code, (refusals.get(code) ?? 0) + 1);
        expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
        return;
      }
      expect(runOutput(files)).toEqual({ globals: [], pollution: [], outside: [] });
      outputs.push({ document, files });
    }),
    { numRuns: runs, seed },
  );
  // If all were refused, or none, the test would show little.
  expect(outputs.length).toBeGreaterThan(runs / 10);
  expect(refusals.size).toBeGreaterThan(5);
});

test("what comes out type-checks", async () => {
  const out = temporaryFolder();
  for (const [index, { document, files }] of outputs.slice(0, checked).entries()) {
    writeFiles(path.join(out, String(index)), files);
    writeFileSync(path.join(out, String(index), "contract.json"), JSON.stringify(document));
  }
  expect(await typeCheckNatively(out)).toBe("");
});

afterAll(() => {
  const codes = [...refusals].sort((a, b) => b[1] - a[1]).map(([code, times]) => `${code} ${times}`);
  process.stdout.write(`${runs} contracts: ${outputs.length} accepted; refused for ${codes.join(", ")}\n`);
});
