import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { compile, diff, docs, expand, lint, writeOutput } from "../../generator/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const right = readFileSync(repositoryPath("templates/init/spec/openapi.yaml"), "utf8");
const wrong = right.replace("label: Restart", "lable: Restart");

let workingFolder: string;

beforeEach(() => {
  workingFolder = temporaryFolder();
  writeFileSync(path.join(workingFolder, "right.yaml"), right);
  writeFileSync(path.join(workingFolder, "wrong.yaml"), wrong);
});

test.each([
  ["lint", () => lint("wrong.yaml", { workingFolder })],
  ["compile", () => compile("wrong.yaml", { workingFolder })],
  ["expand", () => expand("wrong.yaml", { workingFolder })],
  ["docs", () => docs("wrong.yaml", {}, { workingFolder })],
])("%s returns what is wrong with a contract, and no files", async (_name, run) => {
  const result = await run();
  expect(result.diagnostics.map(({ code, location }) => [code, location?.path, location?.line])).toEqual([
    ["action-shape", "wrong.yaml", 76],
  ]);
  expect(result).not.toHaveProperty("files");
});

test("files of a contract with an error can't be written", async () => {
  const compilation = await compile("wrong.yaml", { workingFolder });
  await expect(writeOutput(path.join(workingFolder, "out"), compilation)).rejects.toThrow("the contract has errors");
});

test("a folder that can't be written is a diagnostic", async () => {
  const folder = path.join(workingFolder, "out");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "openapi.all.json"), "mine");
  const { created, diagnostics } = await writeOutput(folder, await expand("right.yaml", { workingFolder }));
  expect({ created, codes: diagnostics.map(({ code }) => code) }).toEqual({ created: [], codes: ["output-foreign-file"] });
  expect(readFileSync(path.join(folder, "openapi.all.json"), "utf8")).toBe("mine");
});

test("a missing version is a diagnostic", async () => {
  const { diagnostics, changes } = await diff("gone.yaml", "right.yaml", { workingFolder });
  expect({ changes, codes: diagnostics.map(({ code }) => code) }).toEqual({ changes: undefined, codes: ["file-unreadable"] });
});

test("the caller's severities apply to changes", async () => {
  const text = right.replace("minimum: 64", "minimum: 128");
  writeFileSync(path.join(workingFolder, "next.yaml"), text);
  const compare = (severities?: Record<string, "warning">) =>
    diff("right.yaml", "next.yaml", { workingFolder, ...(severities && { severities }) });
  expect((await compare()).changes?.map(({ severity, rule }) => [severity, rule.id])).toEqual([
    ["error", "request-limit-tightened"],
  ]);
  const { changes, level, nextVersion } = await compare({ "request-limit-tightened": "warning" });
  expect(changes?.map(({ severity }) => severity)).toEqual(["warning"]);
  expect({ level, nextVersion }).toEqual({ level: "minor", nextVersion: "0.1.1" });
});
