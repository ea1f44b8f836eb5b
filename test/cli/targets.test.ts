import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

const configure = (text: string) => writeFileSync(path.join(folder, "openapi-actions.config.yaml"), text);

const output = () => readdirSync(path.join(folder, "generated")).sort();

const listed = () => {
  const { files } = JSON.parse(readFileSync(path.join(folder, "generated/manifest.json"), "utf8")) as { files: object };
  return [...new Set(Object.keys(files).map((file) => file.split("/")[0]!))].sort();
};

test("a target that is switched off leaves no file, no folder and no line of the manifest", async () => {
  await runCli(folder, ["generate"]);
  expect(output()).toEqual([
    "actions.ts",
    "client",
    "manifest.json",
    "openapi.json",
    "runtime",
    "server",
    "types.ts",
    "validators",
  ]);
  configure("targets: [client]\n");
  expect((await runCli(folder, ["generate", "--check"])).stdout).toContain("stale: generated/server/index.ts\n");
  const { code, stderr } = await runCli(folder, ["generate"]);
  expect({ code, removed: /\d+ removed/.test(stderr) }).toEqual({ code: 0, removed: true });
  expect(output()).toEqual(["actions.ts", "client", "manifest.json", "runtime", "types.ts"]);
  expect(listed()).toEqual(["actions.ts", "client", "runtime", "types.ts"]);
  for (const other of ["server", "validators"]) expect(existsSync(path.join(folder, "generated/runtime", other))).toBe(false);
  expect((await runCli(folder, ["generate", "--check"])).code).toBe(0);
  expect((await runCli(folder, ["doctor"])).stdout).toContain("generated: up to date");
});

test("--only and its variable override the config, and the cache of the last run respects it", async () => {
  mkdirSync(path.join(folder, "node_modules"));
  configure("targets: [client]\n");
  await runCli(folder, ["generate"]);
  await runCli(folder, ["generate", "--only", "types"]);
  expect(output()).toEqual(["actions.ts", "manifest.json", "runtime", "types.ts"]);
  expect((await runCli(folder, ["generate", "--only", "types"])).stderr).toMatch(/^generated: unchanged/);
  expect((await runCli(folder, ["doctor", "--only", "types"])).code).toBe(0);
  expect((await runCli(folder, ["doctor"])).code).toBe(1);
  await runCli(folder, ["generate"], { OPENAPI_ACTIONS_ONLY: "validators, types" });
  expect(output()).toEqual(["actions.ts", "manifest.json", "runtime", "types.ts", "validators"]);
  await runCli(folder, ["generate"]);
  expect(output()).toEqual(["actions.ts", "client", "manifest.json", "runtime", "types.ts"]);
});

test.each([
  ["clients", "Did you mean client?"],
  ["types,", "Expected one of types, validators, server, client, webhooks, query, mcp."],
  ["", "It is empty."],
])("--only %j is rejected", async (value, hint) => {
  const { code, stderr } = await runCli(folder, ["generate", "--only", value]);
  expect(code).toBe(2);
  expect(stderr).toContain(hint);
  expect(existsSync(path.join(folder, "generated"))).toBe(false);
});

test("handler files need the server", async () => {
  configure("targets: [client]\nscaffold: handlers\n");
  const { code, stderr } = await runCli(folder, ["generate"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error config-value: "scaffold" requires the target server, which handler files import\n\n',
  });
  configure("scaffold: handlers\n");
  expect((await runCli(folder, ["generate", "--only", "client"])).code).toBe(0);
  expect(existsSync(path.join(folder, "handlers"))).toBe(false);
  expect((await runCli(folder, ["doctor", "--only", "client"])).stdout).not.toContain("handlers");
  expect((await runCli(folder, ["generate", "--only", "client", "--scaffold", "handlers"])).stderr).toBe(
    "error: --scaffold requires the target server, which handler files import.\n",
  );
});

test("handler files import with the extension of the config, and existing ones are left untouched", async () => {
  const handlers = (file: string) => readFileSync(path.join(folder, "handlers", file), "utf8");
  const imports = (file: string) => handlers(file).match(/from ".*"/g);
  configure("importExtension: .ts\nscaffold: handlers\n");
  expect((await runCli(folder, ["generate"])).code).toBe(0);
  expect(imports("index.ts")).toEqual([
    'from "../generated/server/index.ts"',
    'from "./types.ts"',
    'from "./operations.ts"',
    'from "./postgres.ts"',
  ]);
  expect(imports("postgres.ts")).toEqual(['from "../generated/server/index.ts"', 'from "./types.ts"']);
  expect(imports("types.ts")).toEqual(['from "../generated/server/index.ts"']);
  const before = handlers("postgres.ts");
  configure("importExtension: none\nscaffold: handlers\n");
  expect((await runCli(folder, ["generate"])).code).toBe(0);
  expect(handlers("postgres.ts")).toBe(before);
  expect((await runCli(folder, ["generate", "--check"])).code).toBe(0);
});
