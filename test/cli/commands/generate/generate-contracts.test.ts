import { appendFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generateContracts } from "../../../../generator/cli/commands/generate/generate-contracts.js";
import { exitCodes } from "../../../../generator/cli/exit-codes.js";
import { silentSession } from "../../../../generator/cli/session.js";
import { temporaryFolder } from "../../../support/command-line.js";
import { repositoryPath } from "../../../support/repository.js";

const before = process.cwd();

beforeEach(() => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), folder, { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  process.chdir(folder);
});

afterEach(() => process.chdir(before));

const request = {
  argument: "openapi.yaml",
  flags: { check: false, cache: true, watch: false },
  key: { argument: "openapi.yaml", flags: {}, config: undefined },
  unchanged: [],
};

const session = silentSession(undefined, { report: () => {} });

test("caches for other processes are written immediately, or when the caller runs deferred work", async () => {
  const cache = "node_modules/.cache/openapi-actions";
  const later: (() => void)[] = [];
  const result = await generateContracts({ ...request, later: (work) => void later.push(work) }, session);
  expect(result.exitCode).toBe(exitCodes.ok);
  expect(existsSync("generated/manifest.json")).toBe(true);
  expect(existsSync(cache)).toBe(false);
  for (const work of later) work();
  expect(existsSync(cache)).toBe(true);
});

test("a contract whose files have changed since they were read is neither reported nor written", async () => {
  const reported: unknown[] = [];
  const noting = silentSession(undefined, { report: (diagnostics) => void reported.push(...diagnostics) });
  appendFileSync("openapi.yaml", "typo: 1\n");
  const isCurrent = () => Promise.resolve(false);
  const result = await generateContracts({ ...request, isCurrent }, noting);
  expect(result).toEqual({ exitCode: exitCodes.findings, contracts: [] });
  expect(reported).toEqual([]);
  expect(existsSync("generated")).toBe(false);
  await generateContracts({ ...request, isCurrent: () => Promise.resolve(true) }, noting);
  expect(reported).not.toEqual([]);
});
