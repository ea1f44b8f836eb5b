import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";

const contract = `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: https://example.com }]
paths: {}
components: { schemas: { Pet: { $ref: ../../common/pet.yaml } } }
`;

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  write("services/api/openapi.yaml", contract);
  write(
    "common/pet.yaml",
    "type: object\nadditionalProperties: false\nproperties: { name: { type: string, pattern: '(?i)a' } }\n",
  );
});

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

/** Runs `lint` and returns the codes of the errors and the files with problems. */
async function lint(...args: string[]): Promise<{ errors: string[]; files: string[] }> {
  const { stdout } = await runCli(folder, ["lint", "services/api/openapi.yaml", "--format", "json", ...args]);
  const { diagnostics: problems } = JSON.parse(stdout) as {
    diagnostics: { code: string; severity: string; location?: { path: string } }[];
  };
  return {
    errors: problems.filter(({ severity }) => severity === "error").map(({ code }) => code),
    files: [...new Set(problems.flatMap(({ location }) => location?.path ?? []))].sort(),
  };
}

test("without a config and a repository it is the contract's folder", async () => {
  expect(await lint()).toEqual({ errors: ["ref-outside-root"], files: ["services/api/openapi.yaml"] });
});

test("it is the config's folder, and problems there are named", async () => {
  write("openapi-actions.config.yaml", "");
  expect(await lint()).toEqual({ errors: [], files: ["common/pet.yaml", "services/api/openapi.yaml"] });
});

test("the setting narrows and widens it, relative to the config", async () => {
  const input = "input: api/openapi.yaml";
  write("services/openapi-actions.config.yaml", `${input}\n`);
  const config = ["--config", "services/openapi-actions.config.yaml"];
  expect((await lint(...config)).errors).toEqual(["ref-outside-root"]);
  write("services/openapi-actions.config.yaml", `${input}\nroot: ..\n`);
  expect((await lint(...config)).errors).toEqual([]);
  expect((await lint(...config, "--root", "services")).errors).toEqual(["ref-outside-root"]);
  write("services/openapi-actions.config.yaml", `${input}\nroot: gone\n`);
  expect((await lint(...config)).errors).toEqual(["root-folder"]);
});

test("every command that reads a contract accepts the flag", async () => {
  const root = ["--root", "."];
  const input = "services/api/openapi.yaml";
  for (const args of [
    ["generate", input],
    ["docs", input],
    ["expand", input],
    ["doctor", input],
    ["diff", input, input],
  ]) {
    const { code, stdout, stderr } = await runCli(folder, [...args, ...root]);
    expect([code, stdout + stderr]).toEqual([0, expect.not.stringContaining("ref-outside-root")]);
  }
});
