import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { packPackage } from "../pack.js";
import { run } from "../run.js";

const recipes = readFileSync(repositoryPath("recipes/README.md"), "utf8");

let project: string;

/** The block of the recipes that contains something. */
function block(containing: string): string {
  const blocks = [...recipes.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, text]) => text!);
  const found = blocks.find((text) => text.includes(containing));
  if (found === undefined) throw new Error(`no recipe contains ${containing}`);
  return found;
}

beforeAll(() => {
  project = temporaryFolder();
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }\n');
  const { tarball } = packPackage();
  run(project, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball]);
  cpSync(repositoryPath("templates/init/spec"), path.join(project, "spec"), { recursive: true });
});

test("orval generates hooks and mocks for the actions", () => {
  writeFileSync(path.join(project, "orval.config.cjs"), block("module.exports"));
  run(project, "sh", ["-ec", block("npx orval")]);
  const text = readFileSync(path.join(project, "src/cache.ts"), "utf8");
  expect(text).toMatch(/export const useCacheResize/);
  expect(text).toMatch(/export const getCacheResizeMockHandler/);
});

test("openapi-to-postmanv2 creates a request for each action", () => {
  run(project, "sh", ["-ec", block("openapi2postmanv2")]);
  const text = readFileSync(path.join(project, "cache.postman.json"), "utf8");
  expect([...text.matchAll(/"method": ?"POST"/g)].length).toBeGreaterThan(1);
  expect(text).toContain('"resize"');
});
