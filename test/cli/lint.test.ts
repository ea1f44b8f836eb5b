import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { countByCode } from "../../generator/cli/count.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { contract } from "../lint/lint-text.js";
import { runCli, temporaryFolder } from "../support/command-line.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

test("many problems are counted by code, errors first, below their number", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
  const open = names.map((name) => `${name}: { body: { type: object } }`);
  write("openapi.yaml", contract({ actions: [...open, "9lives: {}"].join("\n") }));
  const { stderr } = await runCli(folder, ["lint", "openapi.yaml", "--format", "concise"]);
  expect(stderr).toMatch(/openapi\.yaml: 1 error, \d+ warnings\n {5}1 error action-name\n {4}12 warning open-body\n/);
  expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^ +\d+ warning \S+$/);
});

test("a required property that isn't defined is reported once", async () => {
  const body =
    "{ type: object, additionalProperties: false, required: [nmae], properties: { name: { type: string, maxLength: 9 } } }";
  write("openapi.yaml", contract({ actions: `rename: { body: ${body} }` }));
  const { stderr } = await runCli(folder, ["lint", "openapi.yaml", "--format", "concise"]);
  expect(stderr.split("\n").filter((line) => line.includes("nmae"))).toEqual([
    expect.stringContaining('error impossible-schema: every value is rejected: the required property "nmae" is not defined'),
  ]);
});

test("few problems, and those of one kind, are not", () => {
  const found = (code: string, number: number) =>
    Array.from({ length: number }, (): Diagnostic => ({ code, severity: "warning", message: "m", related: [] }));
  expect(countByCode([...found("a", 5), ...found("b", 5)])).toBe("");
  expect(countByCode(found("a", 11))).toBe("");
  expect(countByCode([...found("a", 5), ...found("b", 6)])).toBe("     6 warning b\n     5 warning a\n");
});

test("a config turns on a rule that is off by default", async () => {
  const actions = "restart: { result: { type: object } }";
  write("openapi.yaml", contract({ actions }));
  const reported = async () => (await runCli(folder, ["lint", "openapi.yaml"])).stderr.includes("open-result");
  expect(await reported()).toBe(false);
  write("openapi-actions.config.yaml", "severities: { open-result: error }");
  expect(await reported()).toBe(true);
  write("openapi-actions.config.yaml", "severities: { open-result: off }");
  expect(await reported()).toBe(false);
});

test("a line reports that rules did not run because a part is missing, without a similar name to use instead", async () => {
  const lastLine = async (ref: string) => {
    write(
      "openapi.yaml",
      contract({ actions: `grow: { body: { $ref: "#/components/schemas/${ref}" } }`, schemas: "Growth: {}" }),
    );
    const { stderr } = await runCli(folder, ["lint", "openapi.yaml", "--format", "concise"]);
    expect(stderr).toContain("error ref-unresolved");
    return stderr.trimEnd().split("\n").at(-1);
  };
  expect(await lastLine("Size")).toBe(
    "Rules that compare parts of the contract did not run: a part is missing or can't be read.",
  );
  expect(await lastLine("Grwth")).toMatch(/^openapi\.yaml: \d errors?/);
});
