import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const folder = temporaryFolder();

test("schema <name> prints a schema", async () => {
  const { code, stdout, stderr } = await runCli(folder, ["schema", "openapi"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(repositoryPath("schemas/openapi.schema.json"), "utf8")));
});

test("--extension-prefix names another extension", async () => {
  const { stdout } = await runCli(folder, ["schema", "actions", "--extension-prefix", "acme"]);
  expect(JSON.parse(stdout)).toHaveProperty("title", "Actions of one service type, x-acme-<type>-actions");
});

test("schema without a name lists them", async () => {
  const { code, stdout } = await runCli(folder, ["schema"]);
  expect(code).toBe(0);
  expect(stdout.match(/^[\w-]+/gm)).toEqual(["actions", "config", "fixture", "openapi", "path-item", "report", "schemas"]);
});

test("an unknown name exits with 2 and a suggestion", async () => {
  const { code, stderr } = await runCli(folder, ["schema", "openap"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "error: unknown schema 'openap'\n(Did you mean openapi?)\n" });
});
