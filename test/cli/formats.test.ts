import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { chooseTargets, parseTarget } from "../../generator/cli/formats.js";
import { printForPeople } from "../../generator/cli/print-report.js";
import { relativeTo } from "../../generator/cli/session.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { runCli, temporaryFolder } from "../support/command-line.js";

/** One error at a place, and two warnings of Redocly. */
const contract =
  'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n  /a:\n    get: { responses: { "999": { description: B. } } }\n';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), contract);
});

const lint = (...args: string[]) => runCli(folder, ["lint", "openapi.yaml", ...args]);

describe("--format", () => {
  test.each([
    ["json", (text: string) => (JSON.parse(text) as { version: number }).version, 1],
    ["sarif", (text: string) => (JSON.parse(text) as { version: string }).version, "2.1.0"],
    [
      "gitlab",
      (text: string) =>
        (JSON.parse(text) as { check_name: string }[]).map((issue) => issue.check_name).includes("response-status"),
      true,
    ],
    ["junit", (text: string) => text.slice(0, 38), '<?xml version="1.0" encoding="UTF-8"?>'],
  ])("%s is one document on stdout", async (format, read, expected) => {
    const { code, stdout, stderr } = await lint("--format", format);
    expect(code).toBe(1);
    expect(read(stdout)).toBe(expected);
    expect(stderr).toMatch(/^openapi\.yaml: 1 error, \d+ warnings\n$/);
  });

  test("github goes to stderr, next to the output of a command", async () => {
    const { stdout, stderr } = await lint("--format", "github");
    expect(stdout).toBe("");
    expect(stderr).toContain(
      '::error file=openapi.yaml,line=5,col=25,endColumn=30,title=response-status::"999" is not a response status',
    );
  });

  test("a file gets its report, the terminal keeps its own", async () => {
    const { code, stdout, stderr } = await lint("--format", "sarif=reports/out.sarif", "--format", "junit=junit.xml");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("openapi.yaml:5:25 error response-status");
    expect(JSON.parse(readFileSync(path.join(folder, "reports/out.sarif"), "utf8"))).toHaveProperty("runs");
    expect(readFileSync(path.join(folder, "junit.xml"), "utf8")).toContain("response-status");
    expect(readdirSync(folder).sort()).toEqual(["junit.xml", "openapi.yaml", "reports"]);
  });

  test("a mistyped format exits with 2 and a suggestion", async () => {
    const { code, stderr } = await lint("--format", "jsn");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: option '--format <format>' argument 'jsn' is invalid. Did you mean json?\n",
    });
  });

  test("two documents can't share stdout", async () => {
    const { code, stderr } = await lint("--format", "json", "--format", "sarif");
    expect(code).toBe(2);
    expect(stderr).toBe(
      "error: --format json and --format sarif can't both be written to stdout. Write one to a file: --format sarif=<file>.\n",
    );
  });

  test("a report that can't be written exits with 1 and is reported", async () => {
    writeFileSync(path.join(folder, "openapi.yaml"), contract.replace("999", "200"));
    mkdirSync(path.join(folder, "out.json"));
    const { code, stderr } = await lint("--format", "json=out.json");
    expect(code).toBe(1);
    expect(stderr).toContain('error report-unwritable: cannot write the report "out.json": EISDIR');
  });

  test("the environment applies without a flag", async () => {
    const environment = { OPENAPI_ACTIONS_FORMAT: "json" };
    const byEnvironment = await runCli(folder, ["lint", "openapi.yaml"], environment);
    expect(JSON.parse(byEnvironment.stdout)).toHaveProperty("version", 1);
    const byFlag = await runCli(folder, ["lint", "openapi.yaml", "--format", "concise"], environment);
    expect(byFlag.stdout).toBe("");
  });

  test("GitHub's workflows print annotations without a flag, with paths from the repository's root", async () => {
    const environment = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: path.dirname(folder) };
    const { stdout, stderr } = await runCli(folder, ["lint", "openapi.yaml"], environment);
    expect(stdout).toBe("");
    expect(stderr).toContain("openapi.yaml:5:25 error response-status");
    expect(stderr).toContain(`::error file=${path.basename(folder)}/openapi.yaml,line=5,`);
  });

  test("one run writes one document, regardless of the number of reports", async () => {
    writeFileSync(path.join(folder, "openapi.yaml"), contract.replace("999", "200"));
    await runCli(folder, ["generate", "openapi.yaml"]);
    writeFileSync(path.join(folder, "generated/types.ts"), "// mine\n");
    const { code, stdout } = await runCli(folder, ["generate", "openapi.yaml", "--format", "json"]);
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
    const codes = diagnostics.map((diagnostic) => diagnostic.code);
    expect(codes.some((found) => found.startsWith("redocly/"))).toBe(true);
    expect(codes.at(-1)).toBe("output-edited");
  });

  test("--check leaves stdout to the report", async () => {
    writeFileSync(path.join(folder, "openapi.yaml"), contract.replace("999", "200"));
    const { code, stdout, stderr } = await runCli(folder, ["generate", "openapi.yaml", "--check", "--format", "json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toHaveProperty("version", 1);
    expect(stderr).toContain("missing: generated/types.ts\n");
    expect(existsSync(path.join(folder, "generated"))).toBe(false);
  });
});

describe("pretty", () => {
  const warning = (line: number, code = "open-body"): Diagnostic => ({
    code,
    severity: "warning",
    message: `message of line ${line}`,
    location: { path: "a.yaml", line, column: 3 },
    related: [],
  });
  const error: Diagnostic = { ...warning(1, "enum-value"), severity: "error" };
  const palette = { red: String, yellow: String, blue: String, bold: String, dim: String };

  test("of the warnings of one kind the first is shown in full, then errors", () => {
    const found = [error, warning(2), warning(3, "open-result"), warning(4), warning(5), warning(6), warning(7)];
    expect(printForPeople("pretty", found, palette)).toBe(
      [
        "a.yaml:2:3 warning open-body: message of line 2",
        "  and 4 more of this kind: a.yaml:4:3, a.yaml:5:3, a.yaml:6:3, … (--verbose shows all)",
        "",
        "a.yaml:3:3 warning open-result: message of line 3",
        "",
        "a.yaml:1:3 error enum-value: message of line 1",
        "",
        "",
      ].join("\n"),
    );
  });

  test.each(["redocly/struct", "unknown-keyword"])("%s is one kind for each word in question", (code) => {
    const about = (line: number, word: string): Diagnostic => ({ ...warning(line, code), message: `${word} is ignored` });
    const text = printForPeople("pretty", [about(1, "foo"), about(2, "bar"), about(3, "foo")], palette);
    expect(text.split("\n").filter((line) => line !== "")).toEqual([
      `a.yaml:1:3 warning ${code}: foo is ignored`,
      "  and 1 more of this kind: a.yaml:3:3 (--verbose shows all)",
      `a.yaml:2:3 warning ${code}: bar is ignored`,
    ]);
  });

  test("locations are printed if there are any", () => {
    const { location: _, ...nowhere } = warning(2);
    expect(printForPeople("pretty", [warning(1), nowhere], palette)).toContain("and 1 more of this kind (--verbose");
    expect(printForPeople("pretty", [warning(1), warning(2)], palette)).toContain("and 1 more of this kind: a.yaml:2:3 (");
  });

  test("each error, and with --verbose each warning, is shown in full", () => {
    const found = [error, error, warning(2), warning(3)];
    const kinds = (text: string) => [...text.matchAll(/^a\.yaml:\d+:3 (\w+)/gm)].map(([, kind]) => kind);
    expect(kinds(printForPeople("pretty", found, palette))).toEqual(["warning", "error", "error"]);
    expect(kinds(printForPeople("pretty", found, palette, true))).toEqual(["warning", "warning", "error", "error"]);
    expect(kinds(printForPeople("concise", found, palette))).toEqual(["error", "error", "warning", "warning"]);
  });
});

describe("--quiet and --verbose", () => {
  test("--quiet prints errors and nothing else", async () => {
    const { code, stdout, stderr } = await runCli(folder, ["--quiet", "lint", "openapi.yaml", "--format", "concise"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe('openapi.yaml:5:25 error response-status: "999" is not a response status\n');
  });

  test("--quiet applies to reports for programs, too", async () => {
    const { stdout } = await lint("--quiet", "--format", "gitlab");
    expect((JSON.parse(stdout) as { check_name: string }[]).map((issue) => issue.check_name)).toEqual(["response-status"]);
  });

  test("--verbose prints the time of each stage", async () => {
    const { stderr } = await lint("--verbose");
    expect(stderr).toMatch(/^load +\d+\.\d\d s\n/m);
    expect(stderr).toMatch(/^lint +\d+\.\d\d s\n/m);
    expect(stderr).toMatch(/^all +\d+\.\d\d s\n/m);
  });
});

test.each([
  ["json", [{ format: "json" }]],
  ["sarif=a=b.sarif", [{ format: "sarif", file: "a=b.sarif" }]],
])("--format %s", (text, expected) => {
  expect(parseTarget(text)).toEqual(expected);
});

test.each([
  ["sarif=", "Specify the file: sarif=<file>."],
  ["xml", "Expected one of pretty, concise, json, sarif, junit, github, gitlab."],
  ["", "Expected one of pretty, "],
  ["jsn=a", "Did you mean json?"],
])("--format %j is rejected", (text, message) => {
  expect(() => parseTarget(text)).toThrow(message);
});

test.each([
  [[], {}, ["pretty"]],
  [[], { GITHUB_ACTIONS: "true" }, ["pretty", "github"]],
  [["sarif=a"], {}, ["pretty", "sarif"]],
  [["json"], { GITHUB_ACTIONS: "true" }, ["json"]],
  [["concise", "sarif=a"], {}, ["concise", "sarif"]],
])("asked for %j in %j", (asked, environment, expected) => {
  const targets = asked.flatMap((text) => parseTarget(text));
  expect(chooseTargets(targets, environment).map(({ format }) => format)).toEqual(expected);
});

test("paths inside the repository start at its root, others stay", () => {
  const place = (at: string) => ({ path: at, line: 1, column: 1 });
  const diagnostic = {
    code: "a",
    severity: "error" as const,
    message: "m",
    location: place("b.yaml"),
    related: [
      { message: "n", location: place("/elsewhere/c.yaml") },
      { message: "o", location: place("/r/d.yaml") },
    ],
  };
  const [moved] = relativeTo("/r", [diagnostic], "/r/packages/api");
  expect(moved!.location!.path).toBe("packages/api/b.yaml");
  expect(moved!.related.map(({ location }) => location.path)).toEqual(["/elsewhere/c.yaml", "d.yaml"]);
});
