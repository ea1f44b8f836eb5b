import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { packPackage, unpackPackage, type PackedPackage } from "./pack.js";

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage();
});

test("publint reports nothing", async () => {
  const folder = temporaryFolder();
  unpackPackage(packed, folder);
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, level: "suggestion", strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

/** Ways of finding a module that ES modules have; the package has no others. */
const resolutions = ["node16-esm", "bundler"];

test("every entry point has its types", async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)));
  if (!result.types) throw new Error("the package has no types");
  const problems = result.problems.filter(
    (problem) => !("resolutionKind" in problem) || resolutions.includes(problem.resolutionKind),
  );
  expect(problems).toEqual([]);
  const entries = Object.entries(result.entrypoints)
    .filter(([, { hasTypes }]) => hasTypes)
    .map(([name]) => name);
  expect(entries.sort()).toEqual([".", "./jest", "./live", "./mock", "./redocly", "./test", "./unplugin", "./vitest"]);
});
