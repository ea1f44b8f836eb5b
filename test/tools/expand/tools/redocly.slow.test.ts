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

interface Problem {
  readonly ruleId: string;
  readonly message: string;
}

test("`redocly lint` with the recommended rules finds nothing", async () => {
  const { code, stdout } = await runTool(folder, redocly, ["lint", ...documents, "--extends=recommended", "--format=json"]);
  // One report after the other, each an object of its own.
  const reports = stdout.split(/(?<=^\})(?=\{)/m).map((report) => JSON.parse(report) as { problems: Problem[] });
  expect([code, reports.length]).toEqual([0, documents.length]);
  expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
});

/** What `redocly diff` says when the document of postgres changes. */
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
