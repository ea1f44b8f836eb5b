import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { needsFiles } from "../support/live-output.js";
import { contractsFolder, loadSelectorCase } from "./selector-contract.js";

type Command = { readonly action: string; readonly body?: object };
type RunAll = (calls: object, commands: readonly Command[]) => Promise<unknown[]>;

const start: Command = { action: "start" };
const resize = (cores: unknown): Command => ({ action: "resize", body: { cores } });
const done = { state: "done" };

/** Runs actions against an API that returns a body, with and without validators. */
async function run(commands: readonly Command[], body: unknown, { isValidated = false } = {}) {
  const { load, connect } = await loadSelectorCase({ name: "batches" });
  const { runAll, validate } = (await load("client/index.ts")) as { runAll: RunAll; validate: (validators: object) => unknown };
  const sent: unknown[] = [];
  const client = await connect({
    baseUrl: "http://localhost",
    use: isValidated ? [validate(await load("validators/index.ts"))] : [],
    fetch: (_: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)));
      return Promise.resolve(Response.json(body));
    },
  });
  const results = runAll(client["machine"]!({ machine_id: "m" }), commands);
  return { sent, results, single: client["machine"]!({ machine_id: "m" }) };
}

test("actions are derived from the items of a list", async () => {
  const { compilation } = await loadSelectorCase({ name: "batches" });
  const [machine] = compilation.contract!.serviceTypes;
  expect(machine!.actions.map(({ name, label }) => [name, label])).toEqual([
    ["resize", "Resize it"],
    ["start", "Start it"],
  ]);
});

test.each([false, true])("members beside the results are the envelope of each (validated: %s)", async (isValidated) => {
  const body = { revision: "r", results: [{ ...done, output: { cores: 2 } }, done] };
  const { results, sent } = await run([resize(2), start], body, { isValidated });
  expect(await results).toEqual([
    { status: "done", result: { cores: 2 }, envelope: { revision: "r" } },
    { status: "done", envelope: { revision: "r" } },
  ]);
  expect(sent).toEqual([{ actions: [{ action: "resize", cores: 2 }, { action: "start" }] }]);
});

test.each([
  ["too few", { revision: "r", results: [done] }],
  ["too many", { revision: "r", results: [done, done, done] }],
  ["none", { revision: "r", results: [] }],
  ["no list", { revision: "r" }],
  ["no body that has one", "text"],
])("%s results are an invalid response", async (_, body) => {
  for (const isValidated of [false, true]) {
    const { results } = await run([start, start], body, { isValidated });
    await expect(results).rejects.toMatchObject({ name: "InvalidResponseError" });
  }
});

test("a result without a required status is an invalid response", async () => {
  const { results } = await run([start, start], { revision: "r", results: [done, {}] });
  await expect(results).rejects.toMatchObject({ name: "InvalidResponseError", message: expect.stringContaining("/state") });
});

test("each item is validated as its action before it is sent", async () => {
  const { results, sent } = await run([start, resize(0)], {}, { isValidated: true });
  await expect(results).rejects.toMatchObject({
    name: "InvalidCallError",
    message: expect.stringContaining("its body at /actions/1/cores must be >= 1"),
    problems: [expect.objectContaining({ instancePath: "/actions/1/cores" })],
  });
  expect(sent).toEqual([]);
});

test("each result is validated as that of its action", async () => {
  const body = { revision: "r", results: [done, { ...done, output: { cores: "2" } }] };
  const { results } = await run([start, resize(2)], body, { isValidated: true });
  await expect(results).rejects.toMatchObject({
    name: "InvalidResponseError",
    message: expect.stringContaining("its result at /results/1/output/cores must be integer"),
  });
});

test("handlers in the documentation return the members beside the list, and not the list", async () => {
  const folder = temporaryFolder();
  const contract = path.join(contractsFolder, "batches.yaml");
  expect(await runCli(folder, ["docs", contract, "--out", "site"])).toMatchObject({ code: 0 });
  const page = readFileSync(path.join(folder, "site/actions/machine/start.md"), "utf8");
  expect(page).toMatch(/return \{ status: "done", envelope: \{ revision: "[^"]*" \} \};/);
  expect(page).toContain("with `start` at `/action` in an item of `/actions` of the body");
});

test("the schema of an item decides what handlers return", async () => {
  needsFiles();
  const { compilation } = await loadSelectorCase({ name: "batches" });
  const actions = compilation.files!.find(({ path }) => path === "actions.ts")!.text;
  expect(actions).toMatch(/readonly status: Action\["status"\];/);
  expect(actions).toMatch(/readonly envelope: Without<.*, "\/results">;/);
});
