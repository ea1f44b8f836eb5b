import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { compile, model } from "../../generator/compile.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { expand } from "../../generator/tools/expand/expand.js";
import type { Contract } from "../../generator/model/contract.js";
import { readTemplate } from "../../generator/package.js";
import { planScaffold, type ScaffoldPlan } from "../../generator/typescript/scaffold/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { randomInputs, seed } from "./budget.js";
import { contract, type RandomContract } from "./arbitrary-contract.js";
import { runOutput } from "./run-output.js";

// Each takes as long as two of what the other tests make.
const runs = randomInputs(400) / 2;

/** As many outputs are type-checked, all of them by one run of the compiler. */
const checked = 80;

const template = { template: readTemplate };
const folder = temporaryFolder();
const outputs: { readonly contract: RandomContract; readonly files: readonly OutputFile[] }[] = [];
const refusals = new Map<string, number>();
let accepted = 0;

function generated(files: readonly OutputFile[]): OutputFile[] {
  return files.map(({ path: at, text }) => ({ path: `generated/${at}`, text }));
}

function scaffolded({ files }: ScaffoldPlan): OutputFile[] {
  return files.map(({ path: at, after }) => ({ path: at, text: after }));
}

/** A contract in plain OpenAPI is a contract too, and has an operation for each action of its type. */
async function checkExpanded({ path: at, text }: OutputFile, { serviceTypes }: Contract): Promise<void> {
  if (at.endsWith(".map.json")) return;
  writeFileSync(path.join(folder, "expanded.json"), text);
  const { diagnostics, contract: expanded } = await model("expanded.json", { workingFolder: folder });
  expect(diagnostics.filter((diagnostic) => hasErrors([diagnostic]))).toEqual([]);
  const ids = expanded!.operations.map((operation) => operation.id);
  const missing = serviceTypes.map(({ actions, name }) => actions.filter((action) => !ids.includes(`${name}.${action.name}`)));
  expect(missing).toContainEqual([]);
}

test("random contracts compile or are rejected at a location, and their output behaves", async () => {
  await fc.assert(
    fc.asyncProperty(contract, async (random) => {
      for (const [file, value] of Object.entries(random)) writeFileSync(path.join(folder, file), JSON.stringify(value));
      const {
        diagnostics,
        files,
        contract: built,
        loaded,
      } = await compile("openapi.json", { workingFolder: folder, ...template });
      for (const { location } of diagnostics)
        expect(location).toMatchObject({ path: expect.stringMatching(/^(?:openapi|shared)\.json$/), line: 1 });
      expect(hasErrors(diagnostics)).toBe(files === undefined);
      if (!files || !built || !loaded) {
        for (const code of new Set(diagnostics.filter(({ severity }) => severity === "error").map((error) => error.code)))
          refusals.set(code, (refusals.get(code) ?? 0) + 1);
        return;
      }
      accepted++;
      expect(runOutput(files)).toEqual({ globals: [], pollution: [], outside: [] });
      const handlers = planScaffold({ contract: built, folder: "handlers", outFolder: "generated", readFile: () => undefined });
      expect(handlers.diagnostics).toEqual([]);
      if (outputs.length < checked) outputs.push({ contract: random, files: [...generated(files), ...scaffolded(handlers)] });
      expect(buildDocs(built, loaded, {}, template).length).toBeGreaterThan(3);
      for (const file of expand(built, loaded, { layout: "per-type", nested: "inline" }).files) await checkExpanded(file, built);
      for (const settings of [{}, { openapi: "3.0", operationId: "camel" }] as const)
        expect(hasErrors(expand(built, loaded, settings).diagnostics)).toBe(false);
    }),
    { numRuns: runs, seed },
  );
  // If all were refused, or none, the test would show little.
  expect(accepted).toBeGreaterThan(runs / 2);
  expect(refusals.size).toBeGreaterThan(0);
});

test("the output type-checks", async () => {
  const out = temporaryFolder();
  for (const [index, { contract: random, files }] of outputs.entries()) {
    writeFiles(path.join(out, String(index)), files);
    writeFileSync(path.join(out, String(index), "contract.json"), JSON.stringify(random));
  }
  expect(await typeCheckNatively(out)).toBe("");
});

afterAll(() => {
  const codes = [...refusals].sort((a, b) => b[1] - a[1]).map(([code, times]) => `${code} ${times}`);
  process.stdout.write(`${runs} contracts: ${accepted} accepted; refused for ${codes.join(", ")}\n`);
});
