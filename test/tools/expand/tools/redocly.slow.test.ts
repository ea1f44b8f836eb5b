import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/command-line.js";
import { expandSpec, type OpenApi } from "../expand-contract.js";
import { redocly, runTool } from "./run-tool.js";

const folder = temporaryFolder();
const documents = ["auth", "objects", "postgres", "search", "all"].map((part) => `openapi.${part}.json`);
const addIp = "/v1/projects/{project_id}/services/{service_id}/actions/add_ip";

beforeAll(() => {
  for (const { path: name, text } of expandSpec().files) writeFileSync(path.join(folder, name), text);
});

/** Problems that `redocly lint` finds in all documents. */
async function lint(cwd: string, rules: "recommended" | "spec"): Promise<Problem[]> {
  const { stdout } = await runTool(cwd, redocly, ["lint", ...documents, `--extends=${rules}`, "--format=json"]);
  // One report after the other, each an object of its own.
  const reports = stdout.split(/(?<=^\})(?=\{)/m).map((report) => JSON.parse(report) as { problems: Problem[] });
  expect(reports).toHaveLength(documents.length);
  return reports.flatMap(({ problems }) => problems);
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}

test.each(["recommended", "spec"] as const)("`redocly lint` with the rules %s finds nothing", async (rules) => {
  expect(await lint(folder, rules)).toEqual([]);
});

test("in OpenAPI 3.0, its only gap is that a pattern excludes the texts of other alternatives", async () => {
  const old = temporaryFolder();
  for (const { path: name, text } of expandSpec({ openapi: "3.0" }).files) writeFileSync(path.join(old, name), text);
  const found = await lint(old, "recommended");
  expect(new Set(found.map(({ ruleId }) => ruleId))).toEqual(new Set(["no-illogical-composition-keywords"]));
  for (const { location } of found) expect(location[0]!.pointer).toBe("#/components/schemas/Credential/oneOf");
  expect(await lint(old, "spec")).toEqual([]);
});

/** The report of `redocly diff` when the document of postgres changes. */
async function diff(change: (document: OpenApi) => void): Promise<{ code: number; rules: unknown[] }> {
  const document = structuredClone(expandSpec().document("postgres"));
  change(document);
  writeFileSync(path.join(folder, "revision.json"), JSON.stringify(document));
  const { code, stdout } = await runTool(folder, redocly, ["diff", "openapi.postgres.json", "revision.json", "--format=json"]);
  const { changes } = JSON.parse(stdout) as { changes: { impact: string; verdicts: { ruleId: string }[] }[] };
  return { code, rules: changes.map(({ impact, verdicts }) => [impact, ...verdicts.map(({ ruleId }) => ruleId)]) };
}

test("`redocly diff` calls a removed action breaking", async () => {
  expect(await diff(({ paths }) => delete paths[addIp])).toEqual({ code: 1, rules: [["major", "path-removed"]] });
});

test("`redocly diff` calls a newly required field of a body breaking", async () => {
  const change = ({ components }: OpenApi) => {
    (components["schemas"]!["PostgresBackupNowBody"] as { required: string[] }).required = ["label"];
  };
  expect(await diff(change)).toEqual({ code: 1, rules: [["major", "required-properties-added"]] });
});
