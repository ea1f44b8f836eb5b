import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { packPackage } from "../pack.js";
import { run } from "../run.js";

let project: string;

/** Bundlers that the repository doesn't have; vite and rolldown are tested with the rest. */
const bundlers = ["webpack@5.112.2", "@rspack/core@2.3.2", "rollup@4.68.7"];

beforeAll(() => {
  project = temporaryFolder();
  const packages = [packPackage().tarball, "typescript@5.9.3", "@types/node@20.19.43", ...bundlers];
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }\n');
  run(project, "npm", ["install", "--no-audit", "--no-fund", ...packages]);
  cpSync(repositoryPath("test/package/registry/build.mjs"), path.join(project, "build.mjs"));
  mkdirSync(path.join(project, "src"));
  writeFileSync(path.join(project, "src/main.js"), 'import contract from "../generated/openapi.json";\nconsole.log(contract);\n');
});

beforeEach(() => {
  for (const made of ["generated", "dist"]) rmSync(path.join(project, made), { recursive: true, force: true });
  cpSync(repositoryPath("templates/init/spec"), path.join(project, "spec"), { recursive: true });
});

test.each(["webpack", "rspack", "rollup"])(
  "%s reads output that is up to date, and fails with an error of the contract",
  (bundler) => {
    expect(build(bundler)).toEqual([]);
    expect(readFileSync(path.join(project, "dist/main.js"), "utf8")).toContain("Give the cache more or less memory");

    const contract = path.join(project, "spec/openapi.yaml");
    writeFileSync(contract, readFileSync(contract, "utf8").replace("label: Restart", "lable: Restart"));
    expect(build(bundler)).toEqual([
      expect.stringContaining('spec/openapi.yaml:76:11 error action-shape: unknown key "lable" in an action'),
    ]);
  },
);

test.each(["webpack", "rspack"])("%s builds again when the contract changes, also after an error", (bundler) => {
  expect(build(bundler, "watch")).toEqual([
    expect.stringContaining('spec/openapi.yaml:54:11 error action-shape: unknown key "lable" in an action'),
  ]);
});

test("the plugin has the types that their configs require", () => {
  const config = `import type { Configuration as Rspack } from "@rspack/core";
import openapiActions from "openapi-actions/unplugin";
import type { RollupOptions } from "rollup";
import type { Configuration as Webpack } from "webpack";
export const webpack: Webpack = { plugins: [openapiActions.webpack({ contract: "api.yaml" })] };
export const rspack: Rspack = { plugins: [openapiActions.rspack()] };
export const rollup: RollupOptions = { plugins: [openapiActions.rollup()] };
`;
  writeFileSync(path.join(project, "configs.ts"), config);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  expect(() => run(project, "npx", ["--no", "--", "tsc", ...options, "configs.ts"])).not.toThrow();
});

function build(bundler: string, ...mode: string[]): string[] {
  return JSON.parse(run(project, "node", ["build.mjs", bundler, ...mode])) as string[];
}
