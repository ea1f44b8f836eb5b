import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../generator/diagnostics/diagnostic.js";
import { planFixtures, printFixtures } from "../../../../generator/tools/exchanges/fixtures/sampling/plan-fixtures.js";
import { createCoverage } from "../../../../generator/tools/exchanges/coverage.js";
import { checkFixtures } from "../../../../generator/tools/exchanges/fixtures/check-fixtures.js";
import { contractOf } from "../held.js";

const get = (operationId: string) => ({ get: { operationId, responses: { "204": { description: "Done." } } } });
const actions = { "do:it": { label: "Do" }, plain: { label: "Plain" }, nul: { label: "Nul" } };

/** Names that no file, or not every file system, can have. */
const contract = contractOf(
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    security: [],
    paths: {
      "/do/{action}": {
        post: {
          operationId: "act",
          parameters: [{ name: "action", in: "path", required: true, schema: { type: "string" } }],
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          responses: { "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } },
          "x-platform-con-actions": actions,
          "x-platform-operations-actions": { act: { label: "Act" }, getA: { label: "Get" } },
        },
      },
      "/1": get("getA"),
      "/2": get("a/b"),
      "/3": get(`long${"x".repeat(150)}`),
    },
  }),
);

const planned = planFixtures(contract, { seed: 1, only: [] });

test("fixtures that can't have the name of what they call say it", () => {
  expect(planned.filter(({ exchanges }) => exchanges.length > 0).map(({ path, target }) => [path, target])).toEqual([
    ["con_/do_it.yaml", { service_type: "con", action: "do:it" }],
    ["con_/nul_.yaml", { service_type: "con", action: "nul" }],
    ["con_/plain.yaml", { service_type: "con", action: "plain" }],
    ["operations/a_b.yaml", { operation: "a/b" }],
    ["operations/act.yaml", undefined],
    ["operations/getA.yaml", undefined],
    ["operations/getA2.yaml", { operation: "getA" }],
    [`operations/long${"x".repeat(96)}.yaml`, { operation: `long${"x".repeat(150)}` }],
  ]);
});

test("fixtures are read as what they were made for", () => {
  const coverage = createCoverage(contract);
  const problems: Diagnostic[] = [];
  for (const file of planned) {
    if (file.exchanges.length === 0) continue;
    checkFixtures(contract, { path: file.path, absolutePath: file.path, text: printFixtures(file) }, coverage, problems);
  }
  expect(problems).toEqual([]);
});

test("a file has the same name whatever else is asked for", () => {
  expect(planFixtures(contract, { seed: 1, only: ["getA"] }).map(({ path }) => path)).toEqual(["operations/getA2.yaml"]);
});
