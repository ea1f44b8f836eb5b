import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

test("says what is missing before the first run", async () => {
  const { code, stdout } = await runCli(folder, ["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok {7}Node\.js \S+, openapi-actions \S+$/m);
  expect(stdout).toContain("ok       spec/openapi.yaml: One action 1.0.0, no problems\n");
  expect(stdout).toMatch(/^problem {2}generated: \d+ files to write; run openapi-actions generate$/m);
});

test("reports the contract's errors and looks no further", async () => {
  edit("spec/openapi.yaml", "label: Allow address", "labell: Allow address");
  const { code, stdout, stderr } = await runCli(folder, ["doctor"]);
  expect(code).toBe(1);
  expect(stderr).toContain("spec/openapi.yaml:25:11 error action-shape");
  expect(stdout).toContain("problem  spec/openapi.yaml: 1 error\n");
  expect(stdout).not.toContain("generated");
});

test("lists the handlers that nobody has written yet, each at its place", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const before = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(before.code).toBe(0);
  expect(before.stdout).toContain("ok       generated: up to date\n");
  expect(before.stdout).toContain("todo     src/handlers: 2 handlers left to write\n");
  expect(before.stderr).toMatch(
    /src\/handlers\/postgres\.ts:\d+:\d+ warning handler-not-implemented: "postgres\.add_ip" is not implemented yet and returns 501/,
  );
  edit("src/handlers/postgres.ts", /notImplemented\("[^"]*"\)/g, "write(call)");
  const after = await runCli(folder, ["doctor", "--scaffold", "src/handlers"]);
  expect(after.stdout).toContain("ok       src/handlers: every handler is written\n");
  expect(after.stderr).toBe("");
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
