import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { hasErrors, type Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { createVersion, type ContractVersion } from "../../generator/tools/diff/contract/contract-version.js";
import { diffVersions } from "../../generator/tools/diff/diff-versions.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { readTemplate } from "../../generator/package.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { randomInputs, seed } from "./budget.js";
import { everyConstruct } from "./every-construct.js";
import { mutateText, textMutation } from "./mutate-text.js";
import { mutateValue, valueMutation } from "./mutate-value.js";
import { wrongPlaces } from "./mutated-places.js";

const numRuns = randomInputs(400);
const textChanges = fc.array(textMutation, { minLength: 1, maxLength: 3 });
// One change leaves most documents whole, so that it reaches the emitters.
const valueChanges = fc.array(valueMutation, { minLength: 1, maxLength: 2 });

const whole = structuredClone(everyConstruct) as unknown as JsonObject;
const cases = ["names", "no-extension", "one-action", "openapi-3.0", "shapes"].map((name) =>
  readFileSync(repositoryPath(`test/cases/${name}/contract/openapi.yaml`), "utf8"),
);
const counts = { documents: 0, accepted: 0, comparisons: 0, changes: 0 };
const codes = new Set<string>();

/** Compiles what stands in a folder, and checks what has to be true of any document. */
async function checkFolder(folder: string, file: string): Promise<void> {
  const { diagnostics, files } = await compile(file, { workingFolder: folder, template: readTemplate });
  counts.documents++;
  if (files) counts.accepted++;
  for (const { code } of diagnostics) codes.add(code);
  expect(hasErrors(diagnostics)).toBe(files === undefined);
  expect(wrongPlaces(diagnostics, folder)).toEqual([]);
}

test("contracts whose text was changed compile, or are rejected at a location", async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cases), textChanges, async (text, changes) => {
      writeFileSync(path.join(folder, "openapi.yaml"), changes.reduce(mutateText, text));
      await checkFolder(folder, "openapi.yaml");
    }),
    { numRuns, seed },
  );
});

test("contracts whose values were changed compile, or are rejected at a location", async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(valueChanges, async (changes) => {
      writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(changes.reduce(mutateValue, whole)));
      await checkFolder(folder, "openapi.json");
    }),
    { numRuns, seed },
  );
});

test.each([
  ["several small files", "test/cases/several-files/contract", ["openapi.yaml", "schemas.yaml"], 10],
  ["the project's own API", "spec", ["paths/action.yaml", "actions/postgres.yaml", "schemas/services.yaml"], 100],
])("contracts of %s, one of which was changed, compile or are rejected at a location", async (_, source, files, share) => {
  const folder = temporaryFolder();
  cpSync(repositoryPath(source), folder, { recursive: true });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), textChanges, async (file, changes) => {
      const text = readFileSync(repositoryPath(path.join(source, file)), "utf8");
      try {
        writeFileSync(path.join(folder, file), changes.reduce(mutateText, text));
        await checkFolder(folder, "openapi.yaml");
      } finally {
        writeFileSync(path.join(folder, file), text);
      }
    }),
    { numRuns: Math.ceil(numRuns / share), seed },
  );
});

test("a contract is compared with its version before a change", () => {
  const folder = temporaryFolder();
  const load = (file: string, document: JsonObject): ContractVersion | undefined => {
    writeFileSync(path.join(folder, file), JSON.stringify(document));
    const { contract } = loadContract(file, { workingFolder: folder });
    return contract && createVersion(file, contract);
  };
  const base = load("base.json", whole)!;
  const compareBoth = (before: ContractVersion, after: ContractVersion): readonly Diagnostic[] => {
    counts.comparisons++;
    const { report, diagnostics } = diffVersions({ before, after }, { accepted: [], today: "2026-01-01" });
    counts.changes += report.open.length;
    return diagnostics;
  };
  expect(compareBoth(base, base)).toEqual([]);
  fc.assert(
    fc.property(valueChanges, (changes) => {
      const changed = load("changed.json", changes.reduce(mutateValue, whole));
      if (!changed) return;
      for (const diagnostics of [compareBoth(base, changed), compareBoth(changed, base)])
        expect(wrongPlaces(diagnostics, folder)).toEqual([]);
    }),
    { numRuns, seed },
  );
});

afterAll(() => {
  const { documents, accepted, comparisons, changes } = counts;
  process.stdout.write(
    `${documents} changed contracts: ${accepted} accepted, ${codes.size} codes; ${comparisons} comparisons with ${changes} changes\n`,
  );
});
