import { expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { features, type Feature } from "../../generator/emit/features.js";
import type { Target } from "../../generator/emit/targets.js";
import { readTemplate } from "../../generator/package.js";
import { loadOutput } from "../support/load-output.js";
import { contractOf, documentOf } from "./load-emitted.js";
import { findUnused } from "./unused.js";

const stop = {
  type: "object",
  required: ["force"],
  properties: { force: { type: "boolean" }, next_cursor: { type: "string" } },
  additionalProperties: false,
};
const requestBody = { content: { "application/json": { schema: { type: "object" } } } };
const document = documentOf({ stop }) as { readonly paths: Record<string, { readonly post: object }> };
Object.assign(document.paths["/vms/{id}/actions/{action}"]!.post, { requestBody });
const contract = contractOf(document);

const emitWith = (wanted: readonly Feature[], targets?: readonly Target[]) =>
  emitAll(contract, { template: readTemplate, features: wanted, ...(targets && { targets }) });

const without = (feature: Feature) => features.filter((one) => one !== feature);

const entries = [
  "types.ts",
  "actions.ts",
  "client/index.ts",
  "server/index.ts",
  "validators/index.ts",
  "validators/standard/index.ts",
];

const exported: Readonly<Record<string, string>> = {
  retry: "retry",
  validate: "validate",
  pages: "pages",
  follow: "poll",
  raw: "raw",
};

test.each(Object.entries(exported))("%s: the client exports %s if it is wanted", async (feature, name) => {
  const names = async (files: Awaited<ReturnType<typeof emitWith>>) => Object.keys(await loadOutput(files)("client/index.ts"));
  expect(await names(await emitWith(features))).toContain(name);
  expect(await names(await emitWith(without(feature as Feature)))).not.toContain(name);
});

test("a client without validators has nothing that needs them", async () => {
  const files = await emitWith(features, ["client"]);
  expect(Object.keys(await loadOutput(files)("client/index.ts"))).not.toContain("validate");
  expect(files.map(({ path }) => path).filter((path) => path.startsWith("runtime/validators"))).toEqual([]);
});

test.each(["all-errors", "standard"] as const)("%s: its folder is there if it is wanted", async (feature) => {
  const has = (files: Awaited<ReturnType<typeof emitWith>>) =>
    files.some(({ path }) => path.startsWith(`validators/${feature}/`) && !path.includes("/schemas/"));
  expect(has(await emitWith(features))).toBe(true);
  expect(has(await emitWith(without(feature)))).toBe(false);
});

test("whatever is left out, nothing unused remains; without both, no interpreter", async () => {
  for (const feature of features) expect(findUnused(await emitWith(without(feature)), entries), feature).toEqual([]);
  const files = await emitWith([]);
  expect(findUnused(files, entries)).toEqual([]);
  expect(files.filter(({ path }) => path.startsWith("runtime/json-schema/"))).toEqual([]);
});

test.each([
  [features, ["required", "additionalProperties"]],
  [without("all-errors"), ["required"]],
])("a server lists every error, or the first one", async (wanted, rules) => {
  const { createServer, toFetchHandler } = (await loadOutput(await emitWith(wanted))("server/index.ts")) as {
    createServer(application: object): object;
    toFetchHandler(server: object): (request: Request) => Promise<Response>;
  };
  const logged: object[] = [];
  const server = createServer({
    handlers: { actions: { vm: { stop: () => ({ status: "ok", result: {} }) } }, operations: {} },
    findResource: () => ({ type: "vm", status: "active" }),
    canAccess: () => true,
    authenticate: () => ({ scopes: [] }),
    log: (entry: object) => logged.push(entry),
  });
  const request = new Request("https://api.example.com/vms/1/actions/stop", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{ "other": 1 }',
  });
  const response = await toFetchHandler(server)(request);
  const { error } = (await response.json()) as { error: string };
  expect(response.status, JSON.stringify([error, logged])).toBe(400);
  expect(error.includes("other")).toBe(rules.length > 1);
  expect(error).toContain("force");
});
