import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { wantsColour } from "../../generator/cli/terminal.js";
import { runCli, temporaryFolder } from "../support/command-line.js";

test("an unknown command exits with 2 and a suggestion", async () => {
  const { code, stderr } = await runCli(temporaryFolder(), ["generat"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "error: unknown command 'generat'\n(Did you mean generate?)\n" });
});

test("an unknown flag exits with 2 and a suggestion", async () => {
  const { code, stderr } = await runCli(temporaryFolder(), ["generate", "--chek"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "error: unknown option '--chek'\n(Did you mean --check?)\n" });
});

test("a missing contract exits with 1 and names the path", async () => {
  const { code, stderr } = await runCli(temporaryFolder(), ["lint"]);
  expect(code).toBe(1);
  expect(stderr).toContain('error file-unreadable: cannot read "spec/openapi.yaml": no such file');
});

test("a contract whose path leads through a file or is too long exits with 1 and names the path", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "a.yaml"), "openapi: 3.1.0\n");
  for (const file of ["a.yaml/b.yaml", `${"a".repeat(300)}.yaml`]) {
    const { code, stderr } = await runCli(folder, ["lint", file]);
    expect(code).toBe(1);
    expect(stderr).toContain("error file-unreadable: cannot read");
  }
});

test.each([
  [
    ["expand", "--layout", "pertype"],
    "error: option '--layout <layout>' argument 'pertype' is invalid. Did you mean per-type?\n",
  ],
  [
    ["expand", "--layout", "xyz"],
    "error: option '--layout <layout>' argument 'xyz' is invalid. Allowed choices are per-type, all, both.\n",
  ],
  [["completion", "bahs"], "error: command-argument value 'bahs' is invalid for argument 'shell'. Did you mean bash?\n"],
])("a value that isn't a choice exits with 2 and a suggestion: %j", async (args, message) => {
  const { code, stderr } = await runCli(temporaryFolder(), args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: message });
});

test("every command has examples and the flags of all commands in its help", async () => {
  const folder = temporaryFolder();
  const { stdout } = await runCli(folder, ["--help"]);
  const names = [...stdout.slice(stdout.indexOf("Commands:")).matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
  expect(names).toContain("lint");
  for (const name of names.filter((other) => other !== "help")) {
    const help = await runCli(folder, [...(name === "fixtures" ? ["fixtures", "init"] : [name]), "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(/\nExamples?:\n {2}(?:source <\()?openapi-actions /);
    expect(help.stdout).toContain("--quiet");
  }
});

test("--help goes to stdout and exits with 0", async () => {
  const { code, stdout, stderr } = await runCli(temporaryFolder(), ["generate", "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Usage: openapi-actions generate [options] [contract]");
});

test("--format json puts the problems on stdout as data", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), "openapi: 2.0.0\n");
  const { code, stdout } = await runCli(folder, ["lint", "openapi.yaml", "--format", "json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    diagnostics: [
      {
        code: "openapi-version",
        severity: "error",
        message: 'OpenAPI version "2.0.0" is not supported',
        location: { path: "openapi.yaml", line: 1, column: 10, endColumn: 15 },
        related: [],
        hint: "Add `openapi: 3.1.0` (3.0.x, 3.1.x, 3.2.x and Swagger 2.0 are supported).",
      },
    ],
  });
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ TERM: "dumb" }, true, false],
])("colour with %j on a terminal %s: %s", (environment, isTerminal, expected) => {
  expect(wantsColour(environment, isTerminal)).toBe(expected);
});

test.each(["generate", "docs", "expand", "doctor"])(
  "%s prints a hostile title and version on one line, escaped",
  async (command) => {
    const folder = temporaryFolder();
    const info = { title: "\u001b]0;x\u0007A\r\n::error::B", version: "\u202e1" };
    const paths = { "/a": { get: { operationId: "getA", responses: { 204: { description: "C." } } } } };
    writeFileSync(path.join(folder, "openapi.json"), JSON.stringify({ openapi: "3.1.0", info, paths }));
    const { stdout, stderr } = await runCli(folder, [command, "openapi.json"]);
    expect(stdout + stderr).toContain("\\u001b]0;x\\u0007A\\u000d\\u000a::error::B \\u202e1");
    expect(stdout + stderr).not.toMatch(/[^\n\P{C}]|^::/mu);
  },
);
