import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readContract } from "../../../generator/tools/exchanges/exchange-contract.js";
import { coverageTotals } from "../../../generator/tools/exchanges/coverage.js";
import { validateFiles } from "../../../generator/tools/exchanges/validate-files.js";
import { runCli } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";

const contract = readContract("spec/openapi.yaml", { workingFolder: repositoryPath(".") });
const validation = validateFiles(contract, ["spec/fixtures"], { workingFolder: repositoryPath(".") });

test("the project's fixtures fit its contract", async () => {
  const { diagnostics, exchanges } = await validation;
  expect(diagnostics).toEqual([]);
  expect(exchanges).toBeGreaterThan(900);
});

test("they show everything of it, the errors of each action included", async () => {
  const rows = (await validation).coverage.rows();
  const missing = rows.flatMap(({ service_type, action, operation, seen }) =>
    [...seen].flatMap(([kind, count]) => (count === 0 ? [`${service_type ?? operation} ${action ?? ""} ${kind}`] : [])),
  );
  expect(missing).toEqual([]);
  expect(coverageTotals(rows).covered).toBeGreaterThan(400);
});

test("each of the 86 actions has a valid request, three invalid ones and an answer at least", async () => {
  const actions = (await validation).coverage.rows().filter(({ action }) => action !== undefined);
  expect(actions).toHaveLength(86);
  for (const { service_type, action, seen } of actions) {
    const [valid, invalid, answer] = (["valid request", "invalid request", "response"] as const).map((kind) => seen.get(kind)!);
    expect([valid! >= 1, invalid! >= 3, answer! >= 1], `${service_type}.${action}`).toEqual([true, true, true]);
  }
});

test("the command says so too", async () => {
  const { code, stderr } = await runCli(repositoryPath("."), ["validate", "spec/fixtures", "--min-coverage", "100"]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^\d+ exchanges in 92 files: no problems; coverage 100 % /),
  });
});

test("there is a file for each action and operation, named for it", () => {
  const files = readdirSync(repositoryPath("spec/fixtures"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".yaml"),
  );
  const actions = [...contract.actions].flatMap(([type, list]) => [...list.keys()].map((name) => `${type}/${name}.yaml`));
  const operations = [...contract.endpoints.keys()].map((id) => `operations/${id}.yaml`);
  expect(files.sort()).toEqual([...actions, ...operations].sort());
});
