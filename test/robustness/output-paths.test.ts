import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import { expand } from "../../generator/tools/expand/expand.js";
import { planFixtures } from "../../generator/tools/exchanges/fixtures/sampling/plan-fixtures.js";
import { readTemplate } from "../../generator/package.js";
import { planScaffold } from "../../generator/typescript/scaffold/index.js";
import { createExchangeContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { temporaryFolder } from "../support/command-line.js";
import { randomInputs, seed } from "./budget.js";
import { namedContract } from "./named-contract.js";

const runs = randomInputs(100);

const template = { template: readTemplate };
const folder = temporaryFolder();

/** The files that each command writes for a contract; absent: the contract is rejected. */
async function outputPaths(contract: object): Promise<Record<string, string[]> | undefined> {
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(contract));
  const { files, contract: model, loaded } = await compile("openapi.json", { workingFolder: folder, ...template });
  if (!files || !model || !loaded) return undefined;
  const handlers = planScaffold({ contract: model, folder: "handlers", outFolder: "generated", readFile: () => undefined });
  const fixtures = planFixtures(createExchangeContract(loaded), { seed: 1, only: [] });
  const pathsOf = (list: readonly { readonly path: string }[]) => list.map((file) => file.path.replaceAll(path.sep, "/"));
  return {
    generate: pathsOf(files),
    scaffold: pathsOf(handlers.files),
    docs: pathsOf(buildDocs(model, loaded, { tryIt: true }, template)),
    expand: pathsOf(expand(model, loaded).files),
    fixtures: pathsOf(fixtures),
  };
}

/** As a file system that knows no case and one form of letters sees a name, or its folder. */
function folded(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const maxBytes = 200;

/** The problems that a file system has with paths. */
function objections(paths: readonly string[]): string[] {
  const seen = new Map<string, string>();
  const entries = paths.flatMap((file) => file.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/")));
  return [...new Set(entries)].flatMap((entry) => {
    const name = entry.split("/").at(-1)!;
    const other = seen.get(folded(entry));
    seen.set(folded(entry), entry);
    return [
      ...(other === undefined ? [] : [`${entry} and ${other} are one`]),
      ...(device.test(name) ? [`${entry} is a device`] : []),
      ...(Buffer.byteLength(name) > maxBytes ? [`${entry} is too long`] : []),
      ...(name.startsWith("-") ? [`${entry} looks like an option`] : []),
      ...(/[. ]$|[\x00-\x1f<>:"|?*\\]|^\.+$|^$/.test(name) ? [`${entry} is no name for a file`] : []),
    ];
  });
}

test("all outputs have distinct paths that are valid everywhere", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(namedContract, async (contract) => {
      const outputs = await outputPaths(contract);
      if (!outputs) return;
      accepted++;
      for (const [command, paths] of Object.entries(outputs)) expect(objections(paths), command).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
  // If all were refused, the test would show nothing.
  expect(accepted).toBeGreaterThan(runs / 3);
});

test("names that a file system rejects are detected", () => {
  expect(objections(["a/b.ts", "a/c.ts", "d.ts"])).toEqual([]);
  expect(objections(["a/b.ts", "A/c.ts"])).toEqual(["A and a are one"]);
  expect(objections(["\u00e9", "e\u0301"])).toEqual(["e\u0301 and \u00e9 are one"]);
  expect(objections(["a/CON.ts", `${"x".repeat(201)}`, "a.", "b/c?"])).toEqual([
    "a/CON.ts is a device",
    `${"x".repeat(201)} is too long`,
    "a. is no name for a file",
    "b/c? is no name for a file",
  ]);
});
