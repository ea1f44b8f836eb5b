import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, test } from "vitest";
import { runCli } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { createRepository, type Repository } from "./versions/repository.js";

let repository: Repository;

const contract = (path: string) =>
  `openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths:\n  ${path}: { get: { operationId: get, responses: { "200": { description: Done. } } } }\n`;

beforeAll(() => {
  repository = createRepository();
  const config = (names: string[]) =>
    `contracts:\n${names.map((name) => `  ${name}: { input: ${name}/openapi.yaml, out: ${name}/out }\n`).join("")}`;
  repository.write({
    "openapi-actions.config.yaml": config(["billing", "fleet"]),
    "fleet/openapi.yaml": contract("/a"),
    "billing/openapi.yaml": contract("/a"),
  });
  repository.commit("First");
  repository.write({
    "openapi-actions.config.yaml": config(["billing", "fleet", "fresh"]),
    "fleet/openapi.yaml": contract("/b"),
    "fresh/openapi.yaml": contract("/c"),
  });
  repository.commit("Second");
});

const diff = (...args: string[]) => runCli(repository.folder, ["diff", ...args]);
const lastLines = (text: string) => text.split("\n").filter((line) => / -> |nothing to compare/.test(line));

test("a commit stands for all contracts of the config; one that it doesn't have is new", async () => {
  const { code, stdout, stderr } = await diff("git:main~1", "--next-version");
  expect(code).toBe(4);
  expect(stderr).toContain("error diff/operation-");
  expect(lastLines(stderr)).toEqual([
    "fresh/openapi.yaml: not in git:main~1, so there is nothing to compare",
    "git:main~1:billing/openapi.yaml -> billing/openapi.yaml: no changes",
    "git:main~1:fleet/openapi.yaml -> fleet/openapi.yaml: 1 breaking change, 0 warnings, 0 compatible; next version: 2.0.0",
  ]);
  expect(stdout).toBe("billing none 1.0.0\nfleet major 2.0.0\n");
});

test("two commits, too", async () => {
  const { code, stderr } = await diff("git:main~1", "git:main");
  expect(code).toBe(4);
  expect(lastLines(stderr)).toHaveLength(3);
});

test("the name of a contract selects it", async () => {
  expect(await diff("git:main~1", "billing")).toMatchObject({ code: 0, stderr: expect.stringContaining(": no changes\n") });
  expect((await diff("git:main~1", "fleet")).code).toBe(4);
});

test("reports name the contracts", async () => {
  const file = path.join(repository.folder, "comment.md");
  expect((await diff("git:main~1", "--format", `markdown=${file}`)).code).toBe(4);
  expect(readFileSync(file, "utf8").match(/^## .*/gm)).toEqual([
    "## Contract changes: `billing`",
    "## Contract changes: `fleet`",
  ]);
  const report = JSON.parse((await diff("git:main~1", "--format", "json")).stdout) as { diffs: { contract: string }[] };
  expect(report.diffs.map(({ contract: name }) => name)).toEqual(["billing", "fleet"]);
  const schema = JSON.parse(readFileSync(repositoryPath("schemas/report.schema.json"), "utf8")) as object;
  expect(new Ajv2020().validate(schema, report)).toBe(true);
});

test.each([
  [["git:main~1", "--baseline", "accepted.json"], "--baseline applies to one contract"],
  [["fleet"], "the config has several contracts, and the base is one"],
])("what is about one contract needs its name: %j", async (args, message) => {
  const { code, stderr } = await diff(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain("billing, fleet, fresh");
});
