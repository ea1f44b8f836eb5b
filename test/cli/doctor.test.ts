import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

test("reports what is missing before the first run", async () => {
  const { code, stdout } = await runCli(folder, ["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok {7}Node\.js \S+, openapi-actions \S+$/m);
  expect(stdout).toContain("ok       spec/openapi.yaml: One action 1.0.0, no problems\n");
  expect(stdout).toMatch(/^problem {2}generated: \d+ files to write; run openapi-actions generate$/m);
});

test("reports the contract's errors and stops", async () => {
  edit("spec/openapi.yaml", "label: Allow address", "labell: Allow address");
  const { code, stdout, stderr } = await runCli(folder, ["doctor"]);
  expect(code).toBe(1);
  expect(stderr).toContain("spec/openapi.yaml:25:11 error action-shape");
  expect(stdout).toContain("problem  spec/openapi.yaml: 1 error\n");
  expect(stdout).not.toContain("generated");
});

test("lists the handlers that are not written yet, each at its location", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const before = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(before.code).toBe(0);
  expect(before.stdout).toContain("ok       generated: up to date\n");
  expect(before.stdout).toContain("todo     src/handlers: 2 handlers left to implement\n");
  expect(before.stderr).toMatch(
    /src\/handlers\/postgres\.ts:\d+:\d+ warning handler-not-implemented: "postgres\.add_ip" is not implemented yet and returns 501/,
  );
  edit("src/handlers/postgres.ts", /notImplemented\("[^"]*"\)/g, "write(call)");
  const after = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(after.stdout).toContain("ok       src/handlers: all handlers are implemented\n");
  expect(after.stderr).toBe("");
});

test("counts the handlers that the contract has no action for", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  edit("src/handlers/postgres.ts", /(export const .* = \{\n)/, "$1  old_action: async () => ({ status: 'ok' }),\n");
  edit("src/handlers/postgres.ts", /notImplemented\("[^"]*"\)/g, "write(call)");
  const { code, stdout, stderr } = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(code).toBe(0);
  expect(stdout).toContain("todo     src/handlers: 1 handler for removed actions or operations\n");
  expect(stderr).toContain('warning scaffold-orphan: "old_action" handles');
});

test("the stub of a removed action is not listed", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  edit("src/handlers/postgres.ts", /(export const .* = \{\n)/, '$1  gone: async (_call) => notImplemented("postgres.gone"),\n');
  const { stdout, stderr } = await runCli(folder, ["doctor", "--scaffold", "src/handlers", "--verbose"]);
  expect(stdout).toContain("todo     src/handlers: 2 handlers left to implement, 1 handler for removed actions or operations\n");
  expect(stderr).not.toContain('"postgres.gone" is not implemented');
});

test("names the lines to change after an upgrade: imports that generated code doesn't export", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const clean = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(clean.stderr).not.toContain("handler-import");
  edit("src/handlers/postgres.ts", /^/, 'import { forbiden, type PostgresHandlrs } from "../../generated/server/index.js";\n');
  edit("src/handlers/postgres.ts", /^/, 'import { x } from "../../generated/server/answers.js";\nimport "./own.js";\n');
  const { code, stdout, stderr } = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(code).toBe(1);
  expect(stdout).toContain("problem  src/handlers: handler files don't match the generated code\n");
  const found = [...stderr.matchAll(/^(\S+) error handler-import: (.*)$|^ {2}hint: (Write .*)$/gm)].map(
    ([, at, text, hint]) => hint ?? `${at} ${text}`,
  );
  expect(found).toEqual([
    'src/handlers/postgres.ts:1:19 the output has no "server/answers.ts"',
    'src/handlers/postgres.ts:3:10 "server/index.ts" of the output exports no "forbiden"',
    "Write forbidden instead.",
    'src/handlers/postgres.ts:3:25 "server/index.ts" of the output exports no "PostgresHandlrs"',
    "Write PostgresHandlers instead.",
  ]);
});

test("after an upgrade generate removes files that earlier versions wrote", async () => {
  await runCli(folder, ["generate"]);
  const old = "// Written by an earlier version.\n";
  writeFileSync(path.join(folder, "generated/server/answers.ts"), old);
  const manifest = JSON.parse(readFileSync(path.join(folder, "generated/manifest.json"), "utf8")) as {
    files: Record<string, string>;
  };
  const files = { ...manifest.files, "server/answers.ts": `sha256:${createHash("sha256").update(old).digest("hex")}` };
  writeFileSync(
    path.join(folder, "generated/manifest.json"),
    JSON.stringify({ ...manifest, generator: "openapi-actions 0.0.1", files }),
  );
  const { code, stderr } = await runCli(folder, ["generate", "--no-cache"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("1 removed")]);
  expect(existsSync(path.join(folder, "generated/server/answers.ts"))).toBe(false);
});

test("a handler that is missing is a problem", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const file = path.join(folder, "src/handlers/postgres.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace(/(export const .* = \{)[^]*\};/, "$1};"));
  const { code, stdout, stderr } = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(code).toBe(1);
  expect(stderr).toContain('error scaffold-missing: no handler for "add_ip"');
  expect(stdout).toContain("problem  src/handlers: handlers are missing\n");
});

test("--format json puts the problems on stdout, and nothing else", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const { stdout } = await runCli(folder, ["doctor", "--scaffold", "src/handlers", "--format", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  expect(diagnostics.map(({ code }) => code)).toEqual(["handler-not-implemented", "handler-not-implemented"]);
});

function edit(file: string, from: string | RegExp, to: string): void {
  const at = path.join(folder, file);
  writeFileSync(at, readFileSync(at, "utf8").replace(from, to));
}
