import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compile } from "../generator/compile.js";
import { readTemplate, version } from "../generator/package.js";
import { checkOutput } from "../generator/write/check.js";
import { repositoryPath } from "./support/repository.js";
import { typeCheck, typeCheckNatively } from "./support/type-check.js";

const options = { workingFolder: repositoryPath("."), template: readTemplate };

test("generated/ is what spec/ compiles to", async () => {
  const { files, contractHash, diagnostics } = await compile("spec/openapi.yaml", options);
  expect(diagnostics).toEqual([]);
  const folder = repositoryPath("generated");
  const request = { folder, files: files!, generator: `openapi-actions ${version}`, contractHash: contractHash! };
  expect(await checkOutput(request)).toEqual({ drift: [], diagnostics: [] });
});

test("two compilations give the same bytes", async () => {
  const [first, second] = [await compile("spec/openapi.yaml", options), await compile("spec/openapi.yaml", options)];
  expect(first.files).toEqual(second.files);
});

test("generated/ passes the strictest options of TypeScript 6", () => {
  const files = readdirSync(repositoryPath("generated"), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => path.join(repositoryPath("generated"), file));
  expect(typeCheck(sources)).toEqual([]);
});

test("generated/ passes the strictest options of the native compiler", async () => {
  expect(await typeCheckNatively(repositoryPath("generated"))).toBe("");
});

test("generated/ compiles without the DOM's types in a project of Node, and without Node's in one for browsers", async () => {
  const forNode = { lib: ["es2022"], types: ["node"], typeRoots: [repositoryPath("node_modules/@types")] };
  expect(await typeCheckNatively(repositoryPath("generated"), forNode)).toBe("");
  expect(await typeCheckNatively(repositoryPath("generated"), { lib: ["es2022", "dom"] })).toBe("");
});
