import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { beforeEach, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

test("writes handler files once and then leaves them untouched", async () => {
  const first = await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  expect(first.stderr).toMatch(/src\/handlers: 4 files created\n$/);
  const before = read("src/handlers/postgres.ts");
  const second = await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  expect(second.stderr).toMatch(/src\/handlers: nothing to add\n$/);
  expect(read("src/handlers/postgres.ts")).toBe(before);
});

test("new handlers are a line each, with a comment above each if the config asks for them", async () => {
  const handlers = () => read("src/handlers/postgres.ts").split("= {\n")[1];
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  expect(handlers()).not.toContain("/**");
  rmSync(path.join(folder, "src"), { recursive: true });
  writeFileSync(path.join(folder, "openapi-actions.config.yaml"), "scaffold: src/handlers\nhandlerComments: true\n");
  await runCli(folder, ["generate"]);
  expect(handlers()).toMatch(/^ {2}\/\*\*\n {3}\* .*\n(?: {3}\*.*\n)* {3}\*\/\n {2}\w+: async/);
});

test("hover shows what the comment above a handler would contain", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const file = path.join(folder, "src/handlers/postgres.ts");
  const text = read("src/handlers/postgres.ts");
  const documentation = hover(file, text.indexOf(": async (_call)") - 1);
  rmSync(path.join(folder, "src"), { recursive: true });
  writeFileSync(path.join(folder, "openapi-actions.config.yaml"), "scaffold: src/handlers\nhandlerComments: true\n");
  await runCli(folder, ["generate"]);
  const [, comment = ""] = /^ {2}\/\*\*\n((?: {3}\*.*\n)*?) {3}\*\/$/m.exec(read("src/handlers/postgres.ts").split("= {\n")[1]!)!;
  expect(documentation).toBe(comment.replace(/^ {3}\* ?/gm, "").trimEnd());
});

/** Returns the documentation that an editor shows at a position. */
function hover(file: string, position: number): string {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => (existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: existsSync,
    readFile: (name) => readFileSync(name, "utf8"),
  };
  const shown = ts.createLanguageService(host).getQuickInfoAtPosition(file, position);
  return ts.displayPartsToString(shown?.documentation);
}

test("adds the handler of a new action and keeps every existing line", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  const own = read("src/handlers/postgres.ts").replace("export const", "// mine\r\nexport  const");
  writeFileSync(path.join(folder, "src/handlers/postgres.ts"), own);
  addAction();
  const { code, stderr } = await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/src\/handlers: 1 file updated\n$/);
  const after = read("src/handlers/postgres.ts");
  expect(after).toContain("zap: ");
  const end = own.lastIndexOf("};");
  expect([after.slice(0, end), after.slice(after.lastIndexOf("};"))]).toEqual([own.slice(0, end), own.slice(end)]);
});

test("--check reports what is missing, writes nothing and exits with 3", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  addAction();
  await runCli(folder, ["generate"]);
  const before = read("src/handlers/postgres.ts");
  const { code, stderr } = await runCli(folder, ["generate", "--check", "--scaffold", "src/handlers"]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/src\/handlers\/postgres\.ts:\d+:\d+ error scaffold-missing: no handler for "zap"/);
  expect(read("src/handlers/postgres.ts")).toBe(before);
});

test("leaves a file that does not parse untouched, reports the location, and writes the others", async () => {
  await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  writeFileSync(path.join(folder, "src/handlers/postgres.ts"), "export const postgres = {\n  broken(\n");
  addAction();
  const { code, stderr } = await runCli(folder, ["generate", "--scaffold", "src/handlers"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/src\/handlers\/postgres\.ts:3:1 error scaffold-syntax/);
  expect(read("src/handlers/postgres.ts")).toBe("export const postgres = {\n  broken(\n");
});

test("nothing is written if the handlers are inside the output folder", async () => {
  const { code, stderr } = await runCli(folder, ["generate", "--out", "src", "--scaffold", "src/handlers"]);
  expect(code).toBe(1);
  expect(stderr).toContain('error scaffold-folder: handlers can\'t be in "src/handlers"');
  expect(stderr).toMatch(/src: nothing was written\n$/);
  expect(existsSync(path.join(folder, "src"))).toBe(false);
});

test("handler files are not written when the contract has errors", async () => {
  const at = path.join(folder, "spec/openapi.yaml");
  writeFileSync(at, readFileSync(at, "utf8").replace("label: Allow address", "labell: Allow address"));
  expect((await runCli(folder, ["generate", "--scaffold", "src/handlers"])).code).toBe(1);
  expect(existsSync(path.join(folder, "src/handlers"))).toBe(false);
});

function addAction(): void {
  const at = path.join(folder, "spec/openapi.yaml");
  const text = readFileSync(at, "utf8");
  const indent = /^( *)add_ip:/m.exec(text)![1];
  writeFileSync(at, text.replace(/^ *add_ip:/m, `${indent}zap:\n${indent}  label: Zap\n${indent}add_ip:`));
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), "utf8");
}
