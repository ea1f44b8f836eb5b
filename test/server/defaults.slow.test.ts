import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { serveContract } from "./serve-contract.js";

const contract = `
openapi: 3.1.0
info: { title: Machines, version: "1" }
paths:
  /vms:
    post:
      operationId: createVm
      parameters:
        - { name: limit, in: query, schema: { $ref: "#/components/schemas/Limit" } }
        - { name: filter, in: query, schema: { type: string } }
        - { name: X-Mode, in: header, schema: { type: string, default: fast } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string }
                size: { type: string, default: small }
                spec: { type: object, properties: { disks: { type: array, items: { type: string }, default: [a] } } }
                net: { type: object, default: {}, properties: { v6: { type: boolean, default: true } } }
      responses: { "200": { description: Done., content: { application/json: { schema: { type: object } } } } }
  /vms/{id}/do/{action}:
    post:
      operationId: invokeVm
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
        - { name: dry_run, in: query, schema: { type: boolean, default: false } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-vm-actions:
        start: { label: Start, body: { type: object, properties: { wait: { type: integer, default: 5 }, force: { type: boolean } }, additionalProperties: false } }
        stop: { label: Stop }
      responses: { "200": { description: Done. } }
components:
  schemas:
    Limit: { type: integer, default: 20, maximum: 100 }
`;

const files = (defaults: boolean) => emitAll(contractOf(parse(contract)), { template: readTemplate, defaults });

async function seen(defaults: boolean, url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const calls: Record<string, unknown>[] = [];
  const keep = (call: unknown) => void calls.push(call as Record<string, unknown>);
  const { send, log } = await serveContract(contract, { defaults })({
    findResource: () => ({ type: "vm" }),
    handlers: {
      operations: { createVm: (call) => (keep(call), { status: 200, body: {} }) },
      actions: { vm: { start: (call) => (keep(call), { status: "ok", result: {} }) } },
    },
  });
  const { status } = await send("POST", url, body, headers);
  expect(log).toEqual([]);
  const { query, headers: read, body: got } = calls[0] ?? {};
  return calls.length > 0 ? { query, headers: read, body: got } : status;
}

test("defaults of parameters and properties that are missing are filled in", async () => {
  expect(await seen(true, "/vms", { name: "a" })).toEqual({
    query: { limit: 20 },
    headers: { "x-mode": "fast" },
    body: { name: "a", size: "small", net: { v6: true } },
  });
  const body = { name: "a", size: "big", spec: {}, net: { v6: false } };
  expect(await seen(true, "/vms?limit=5", body, { "x-mode": "slow" })).toEqual({
    query: { limit: 5 },
    headers: { "x-mode": "slow" },
    body: { name: "a", size: "big", spec: { disks: ["a"] }, net: { v6: false } },
  });
  expect(await seen(true, "/vms/1/do/start", {})).toMatchObject({ query: { dry_run: false }, body: { wait: 5 } });
  expect(await seen(true, "/vms/1/do/start", { force: true })).toMatchObject({ body: { wait: 5, force: true } });
});

test("they hide no errors, and a missing body remains missing", async () => {
  expect(await seen(true, "/vms", {})).toBe(400);
  expect(await seen(true, "/vms?limit=101", { name: "a" })).toBe(400);
  expect(await seen(true, "/vms", undefined)).toMatchObject({ body: undefined });
});

test("without the setting, nothing is filled in", async () => {
  expect(await seen(false, "/vms", { name: "a" })).toEqual({ query: {}, headers: {}, body: { name: "a" } });
  expect(await seen(false, "/vms/1/do/start", {})).toMatchObject({ query: {}, body: {} });
  expect((await files(false)).find((file) => file.path === "server/routes.ts")!.text).not.toContain("defaults");
});

test("the config turns it on", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "api.yaml"), contract);
  writeFileSync(path.join(folder, "openapi-actions.config.yaml"), "input: api.yaml\ndefaults: true\n");
  expect((await runCli(folder, ["generate"])).code).toBe(0);
  expect(readFileSync(path.join(folder, "generated/server/routes.ts"), "utf8")).toContain('query: { "/limit": 20 }');
});

const program = (present: boolean) => `
import type { Handlers } from "./server/index.js";

type Present<Type, Value> = undefined extends Type ? false : Type extends Value ? true : never;

export const operations: Handlers["operations"] = {
  createVm: ({ query, headers, body }) => {
    const present: Present<typeof query.limit, number> = ${present};
    const filter: Present<typeof query.filter, string> = false;
    const mode: Present<(typeof headers)["x-mode"], string> = ${present};
    if (!body) return { status: 200, body: { present, filter, mode } };
    const size: Present<typeof body.size, string> = ${present};
    const spec: Present<typeof body.spec, object> = false;
    const disks: Present<NonNullable<typeof body.spec>["disks"], string[]> = ${present};
    const v6: Present<NonNullable<typeof body.net>["v6"], boolean> = ${present};
    return { status: 200, body: { name: body.name, size, spec, disks, v6 } };
  },
};

export const vm: Handlers["actions"]["vm"] = {
  start: ({ query, body }) => {
    const present: [Present<typeof query.dry_run, boolean>, Present<typeof body.wait, number>] = [${present}, ${present}];
    const force: Present<typeof body.force, boolean> = false;
    return { status: String([present, force]), result: {} };
  },
  stop: () => ({ status: "ok", result: {} }),
};
`;

test.each([true, false])("handlers' types have them as present: %s", async (present) => {
  const folder = mkdtempSync(path.join(tmpdir(), "defaults-"));
  writeFiles(folder, [...(await files(present)), { path: "program.ts", text: program(present) }]);
  expect(await typeCheckNatively(folder)).toBe("");
});

test("a default that its own schema rejects never reaches a handler", async () => {
  const bad = contract.replace("size: { type: string, default: small }", "size: { type: string, maxLength: 2, default: small }");
  const { send } = await serveContract(bad, { defaults: true })({
    handlers: { operations: { createVm: (call) => ({ status: 200, body: { ...(call as { body: object }).body } }) } },
  });
  expect((await send("POST", "/vms", { name: "a" })).body).toEqual({ name: "a", net: { v6: true } });
});

test.each([
  ["a form", "application/x-www-form-urlencoded:", "application/x-www-form-urlencoded", "name=a", ["name", "net", "size"]],
  ["bytes", "application/octet-stream: {}\n          application/json:", "application/octet-stream", "ab", ["0", "1"]],
])("forms are filled in, bytes are unchanged: %s", async (_, types, contentType, body, expected) => {
  const got: object[] = [];
  const { send, log } = await serveContract(contract.replace("application/json:\n", `${types}\n`), { defaults: true })({
    handlers: { operations: { createVm: (call) => (got.push((call as { body: object }).body), { status: 200, body: {} }) } },
  });
  expect(await send("POST", "/vms", body, { "content-type": contentType })).toMatchObject({ status: 200 });
  expect(log).toEqual([]);
  expect(Object.keys(got[0]!).sort()).toEqual(expected);
});
