import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { formats } from "../../generator/cli/formats.js";
import { runBuiltCli } from "../support/built-command-line.js";
import { temporaryFolder } from "../support/command-line.js";

const folder = temporaryFolder();
const scripts = new Map<string, string>();

beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await runBuiltCli(folder, ["completion", shell]);
    scripts.set(shell, stdout);
    writeFileSync(path.join(folder, `completion.${shell}`), stdout);
  }
});

/** Bash's completions of the last word of a line. */
function complete(...words: string[]): string[] {
  const program = `
    source completion.bash
    COMP_WORDS=(openapi-actions "$@")
    COMP_CWORD=$#
    _openapi_actions
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program, "bash", ...words], { cwd: folder, encoding: "utf8" })
    .split("\n")
    .filter(Boolean)
    .sort();
}

describe("bash", () => {
  test.each([
    [["li"], ["lint"]],
    [["--no-such", "li"], ["lint"]],
    [["lint", "--max"], ["--max-warnings"]],
    [["lint", "--qui"], ["--quiet"]],
    [["--quiet", "lint", "--wr"], ["--write-baseline"]],
    [["generate", "--wa"], ["--watch"]],
    [["lint", "--wa"], []],
    [["lint", "--format", ""], [...formats].sort()],
    [
      ["lint", "--format", "j"],
      ["json", "junit"],
    ],
    [
      ["expand", "--layout", ""],
      ["all", "both", "per-type"],
    ],
    [
      ["completion", ""],
      ["bash", "fish", "zsh"],
    ],
    [
      ["explain", "open-"],
      ["open-body", "open-parameters", "open-result"],
    ],
    [["explain", "diff/operation-rev"], ["diff/operation-reveals"]],
    [
      ["generate", "--only", ""],
      ["client", "mcp", "query", "server", "types", "validators", "webhooks"],
    ],
    [["generate", "--on"], ["--only"]],
    [["init", "--tar"], ["--targets"]],
    [["init", "--targets", "c"], ["client"]],
    [["docs", "--ta"], ["--tag"]],
    [["expand", "--ta"], ["--tag"]],
    [
      ["expand", "--nested", ""],
      ["components", "inline"],
    ],
    [["adopt", "--dr"], ["--dry-run"]],
    [["adopt", "--format", "sa"], ["sarif"]],
    [["schema", "pa"], ["path-item"]],
    ...["lint", "generate", "docs", "expand", "validate", "diff", "doctor"].map((command) => [
      [command, "--over"],
      ["--overlay"],
    ]),
    [["generate", "--out", ""], []],
    [["generate", ""], []],
    [["fixtures", "in"], ["init"]],
    [["fixtures", "init", "--ou"], ["--out"]],
  ])("offers for %j: %j", (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  test("offers every command", async () => {
    const { stdout } = await runBuiltCli(folder, ["--help"]);
    const commands = [...stdout.slice(stdout.indexOf("Commands:")).matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
    expect(commands.length).toBeGreaterThan(8);
    expect(complete("")).toEqual(commands.filter((name) => name !== "help").sort());
  });
});

/** A shell that is installed here reads its script; where it isn't, the text has to do. */
const isInstalled = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe.each(["zsh", "fish"])("%s", (shell) => {
  test.skipIf(!isInstalled(shell))("reads the script", () => {
    expect(spawnSync(shell, ["-n", "completion.fish".replace("fish", shell)], { cwd: folder, encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});

test("zsh: the script has each command and option with its description, quoted", () => {
  const script = scripts.get("zsh")!;
  expect(script.split("\n")[0]).toBe("#compdef openapi-actions");
  expect(script).toContain("'lint:check a contract'");
  expect(script).toContain("'--quiet:print only errors'");
  expect(script).toContain(
    `      'lint:--format') compadd -- ${formats.map((format) => `'${format}'`).join(" ")}; return ;;`.slice(2),
  );
  expect(script).toContain("    'generate:--out') _files; return ;;");
  expect(script).toMatch(/'[^'\n]*contract'\\''s output[^'\n]*'/);
});

test("fish: the script has each command and option with its description, quoted", () => {
  const lines = scripts.get("fish")!.split("\n");
  expect(lines).toContain("complete -c openapi-actions -n '__fish_use_subcommand' -a 'lint' -d 'check a contract'");
  expect(lines).toContain(
    "complete -c openapi-actions -n '__fish_seen_subcommand_from generate' -l watch -d 'generate again whenever a file changes'",
  );
  expect(lines).toContain("complete -c openapi-actions -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'");
  const format = lines.find((line) => line.includes("_from lint'") && line.includes("-l format"))!;
  expect(format).toContain(` -l format -x -a '${formats.join(" ")}' -d `);
  for (const line of lines.slice(1, -1))
    expect(line).toMatch(
      /^complete -c openapi-actions -n '(?:[^'\\]|\\.)*' (?:-[lsa] (?:[\w-]+|'[^']*') ?)+(?:-[xr] ?)?(?:-a '[^']*' ?)?(?:-d '(?:[^'\\]|\\.)*')?$/,
    );
});

test("an unknown shell exits with 2", async () => {
  const { code, stderr } = await runBuiltCli(folder, ["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Allowed choices are bash, zsh, fish.");
});
