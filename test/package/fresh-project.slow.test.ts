import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/command-line.js";
import { installOffline, packPackage, type PackedPackage } from "./pack.js";
import { run } from "./run.js";

/** The part of a workflow of GitHub that is run. */
interface Workflow {
  readonly jobs: { readonly contract: { readonly steps: readonly { readonly run?: string }[] } };
}

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage();
});

test("in an empty folder init, generate and test pass at once", () => {
  const folder = temporaryFolder();
  installOffline(folder, packed);
  npx(folder, "openapi-actions", "init");
  expect(npm(folder, "run", "generate")).toContain("Example API 0.1.0: 1 operation, 2 actions of 1 service type; no problems\n");
  expect(npm(folder, "test")).toMatch(/^# pass 4$/m);

  const { jobs } = parse(readFileSync(path.join(folder, ".github/workflows/api.yml"), "utf8")) as Workflow;
  const lines = jobs.contract.steps.flatMap((step) => step.run ?? []);
  expect(checkCi(folder, lines)).toMatch(/^generated: unchanged, \d+ files$/m);

  // Then a handler is missing.
  const contract = path.join(folder, "spec/openapi.yaml");
  const flush = "        flush: { label: Flush, scopes: [service:write] }\n";
  writeFileSync(contract, readFileSync(contract, "utf8").replace("        restart:\n", `${flush}        restart:\n`));
  npm(folder, "run", "generate");
  expect(() => npm(folder, "test")).toThrow("Property 'flush' is missing");
});

test("in an existing project, too, and existing files are left untouched", () => {
  const folder = temporaryFolder();
  // As npm makes it: CommonJS, and a script that only says that there is no test.
  npm(folder, "init", "--yes", "--init-type=commonjs");
  const config = '{ "compilerOptions": { "outDir": "dist", "module": "commonjs" }, "include": ["src"] }\n';
  writeFileSync(path.join(folder, "tsconfig.json"), config);
  const before = readPackage(folder);
  installOffline(folder, packed);
  npx(folder, "openapi-actions", "init", "--ci", "gitlab");
  npm(folder, "run", "generate");
  expect(npm(folder, "test")).toMatch(/^# pass 4$/m);
  const { contract } = parse(readFileSync(path.join(folder, ".gitlab-ci.yml"), "utf8")) as { contract: { script: string[] } };
  expect(checkCi(folder, contract.script)).toMatch(/^generated: up to date, \d+ files$/m);
  expect(readFileSync(path.join(folder, "contract-problems.json"), "utf8")).toBe("[]\n");
  expect(readFileSync(path.join(folder, "tsconfig.json"), "utf8")).toBe(config);
  const after = readPackage(folder);
  expect(Object.keys(after)).toEqual([...Object.keys(before), "devDependencies"]);
  expect({ ...before, ...after }).toEqual({ ...before, scripts: after["scripts"], devDependencies: after["devDependencies"] });
});

/** Runs what a CI file runs, but for the installation and the test, and returns what it prints. */
function checkCi(folder: string, [install, check, ...others]: readonly string[]): string {
  expect([install, ...others]).toEqual(["npm ci", "npm test --if-present"]);
  return run(folder, "sh", ["-c", check!]);
}

function readPackage(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Record<string, unknown>;
}

function npm(folder: string, ...args: string[]): string {
  return run(folder, "npm", args);
}

function npx(folder: string, ...args: string[]): string {
  return run(folder, "npx", ["--no", "--", ...args]);
}
