import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { serveContract } from "./serve-contract.js";

const endpoint = (noun: string, actions: string) => `
  /${noun}s/{id}:
    get:
      operationId: get_${noun}
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/${noun}" } } } } }
  /${noun}s/{id}/do/{action}:
    post:
      operationId: invoke_${noun}
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
        - { name: Idempotency-Key, in: header, required: true, schema: { type: string, maxLength: 8 } }
        - { name: dry_run, in: query, schema: { type: boolean } }
        - { name: theme, in: cookie, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: Done., content: { application/json: { schema: { type: object } } } } }
      ${actions}
`;

const document = (schemas: string, ...endpoints: string[]) => `
openapi: 3.1.0
info: { title: Machines, version: "1" }
paths: ${endpoints.join("")}
components:
  schemas: ${schemas}
`;

const start = "start: { label: Start, availability: { states: [off], plans: [big] } }";

const kinds = document(
  `
    host: { type: object, required: [kind], properties: { kind: { enum: [vm, box] }, state: { type: string }, spec: { type: object, properties: { plan: { type: string } } } } }`,
  endpoint("host", `x-platform-vm-actions: { ${start} }\n      x-platform-box-actions: { open: { label: Open } }`).replace(
    "x-platform-vm-actions",
    "x-platform-action-binding: { service: { plan: /spec/plan } }\n      x-platform-vm-actions",
  ),
);

const untyped = document(
  `
    server: { type: object, properties: { state: { type: string } } }
    volume: { type: object, properties: { size: { type: integer } } }`,
  endpoint("server", "x-platform-server-actions: { start: { label: Start, availability: { states: [off] } } }"),
  endpoint("volume", "x-platform-volume-actions: { grow: { label: Grow } }"),
);

const key = { "idempotency-key": "k1" };

test("type, state and plan of a service are read at their locations in the contract", async () => {
  const called = async (service: object, action = "start") => {
    const handlers = {
      actions: { vm: { start: () => ({ status: "ok", result: {} }) }, box: { open: () => ({ status: "ok", result: {} }) } },
    };
    const { send, server } = await serveContract(kinds)({ findResource: () => service, handlers });
    const { status, body } = await send("POST", `/hosts/1/do/${action}`, {}, key);
    const advertised = await server.capabilities(service, {});
    return [status, (body as { error?: string }).error, advertised.map(({ name, reason }) => [name, reason])];
  };
  expect(await called({ kind: "vm", state: "off", spec: { plan: "big" } })).toEqual([200, undefined, [["start", undefined]]]);
  expect(await called({ kind: "box" }, "open")).toEqual([200, undefined, [["open", undefined]]]);
  const on = "Not possible while the host is on.";
  expect(await called({ kind: "vm", state: "on", spec: { plan: "big" } })).toEqual([
    409,
    `action_unavailable: ${on}`,
    [["start", on]],
  ]);
  const plan = "The plan of the host does not include it.";
  expect(await called({ kind: "vm", state: "off", plan: "big" })).toEqual([
    409,
    `action_unavailable: ${plan}`,
    [["start", plan]],
  ]);
  expect((await called({ kind: "box" }))[0]).toBe(404);
  expect(await called({ kind: "other" })).toEqual([404, expect.any(String), []]);
  expect(await called({ type: "vm", state: "off" })).toEqual([404, expect.any(String), []]);
});

test("services whose endpoint has only one type need none", async () => {
  const result = () => ({ status: "ok", result: {} });
  const { send, server } = await serveContract(untyped)({
    findResource: (_, __, operation) => (operation === "invoke_volume" ? { size: 1 } : { state: "off" }),
    handlers: { actions: { server: { start: result }, volume: { grow: result } } },
  });
  expect(await send("POST", "/servers/1/do/start", {}, key)).toMatchObject({ status: 200, body: { action: "start" } });
  expect(await send("POST", "/volumes/1/do/grow", {}, key)).toMatchObject({ status: 200, body: { action: "grow" } });
  expect(await send("POST", "/volumes/1/do/start", {}, key)).toMatchObject({ status: 404 });
  expect(await server.capabilities({ state: "on" }, {}, "server")).toMatchObject([{ name: "start", enabled: false }]);
  expect(await server.capabilities({ size: 1 }, {}, "volume")).toMatchObject([{ name: "grow", enabled: true }]);
  await expect(server.capabilities({ size: 1 }, {})).rejects.toThrow("Several types are possible; specify one: server, volume");
});

test.each([
  ["[{ token: [vm:use] }]", ["vm:use", "vm:power"]],
  ["[{ token: [vm:use, vm:power] }]", ["vm:use", "vm:power"]],
  ["[{ token: [vm:use, vm:all] }, { token: [vm:use] }]", ["vm:use", "vm:power"]],
  ["[{ token: [vm:use] }, { token: [vm:other] }]", ["vm:use", "vm:power"]],
  ["[{ token: [] }]", ["vm:power"]],
])("a service advertises the scopes of its endpoint and of the action: %s", async (security, scopes) => {
  const yaml = document(
    "\n    server: { type: object }",
    endpoint("server", "x-platform-server-actions: { start: { label: Start, scopes: [vm:power] } }"),
  );
  const secured = yaml.replace("operationId: invoke_server", `operationId: invoke_server\n      security: ${security}`);
  const { server } = await serveContract(`${secured}  securitySchemes: { token: { type: http, scheme: bearer } }\n`)({});
  expect(await server.capabilities({ type: "server" }, {})).toEqual([{ name: "start", label: "Start", enabled: true, scopes }]);
});

test("handlers of actions get the endpoint's parameters", async () => {
  const seen: unknown[] = [];
  const { send } = await serveContract(untyped)({
    findResource: () => ({ state: "off" }),
    handlers: {
      actions: {
        volume: {
          grow: (call) => {
            const { headers, query, cookies } = call as Record<string, unknown>;
            seen.push({ headers, query, cookies });
            return { status: "ok", result: {} };
          },
        },
      },
    },
  });
  const url = "/volumes/1/do/grow";
  expect((await send("POST", `${url}?dry_run=true`, {}, { ...key, cookie: "theme=dark" })).status).toBe(200);
  expect((await send("POST", url, {}, key)).status).toBe(200);
  expect((await send("POST", url, {})).body).toEqual({ error: "invalid_parameter: idempotency-key is required." });
  expect(seen).toEqual([
    { headers: key, query: { dry_run: true }, cookies: { theme: "dark" } },
    { headers: key, query: {}, cookies: {} },
  ]);
});

test.each<[string, string, string]>([
  [
    "kinds",
    kinds,
    `
import { type Application, createServer } from "./server/index.js";

type Vm = { kind: "vm"; spec: { plan: string; cores: number } };
type Box = { kind: "box" };

const application: Application<{ scopes: string[] }, Vm | Box> = {
  authenticate: () => ({ scopes: [] }),
  canAccess: () => true,
  log: () => undefined,
  findResource: () => ({ kind: "box" }),
  renderError: (error, body) => ({ ...body, status: error.status }),
  handlers: {
    operations: {
      get_host: async ({ service, capabilities }) => {
        const names: ("open" | "start")[] = (await capabilities(service)).map(({ name }) => name);
        return { status: 200, body: { kind: service.kind, state: names[0]! } };
      },
    },
    actions: {
      vm: {
        start: ({ service, headers, query, cookies }) => {
          const texts: [string, boolean | undefined, string | undefined] = [headers["idempotency-key"], query.dry_run, cookies.theme];
          return { status: String(texts), result: { cores: service.spec.cores } };
        },
      },
      box: { open: ({ service }) => ({ status: service.kind, result: {} }) },
    },
  },
};

createServer(application);

// @ts-expect-error: its kind is none of the contract's.
export type Wrong = Application<unknown, { kind: "car" }>;

// @ts-expect-error: it has no kind.
export type Missing = Application<unknown, { type: "vm" }>;
`,
  ],
  [
    "untyped",
    untyped,
    `
import type { Application } from "./server/index.js";

type Handlers = Application<{ scopes: string[] }, { state: string }>["handlers"];

export const operations: Handlers["operations"] = {
  get_server: async ({ service, capabilities }) => {
    const [first] = await capabilities(service, "server");
    const name: "start" | undefined = first?.name;
    return { status: 200, body: { state: name ?? service.state } };
  },
  get_volume: async ({ service, capabilities }) => {
    // @ts-expect-error: nothing in a service tells its type.
    await capabilities(service);
    return { status: 200, body: {} };
  },
};
`,
  ],
])("types follow: %s", async (_, contract, program) => {
  const folder = mkdtempSync(path.join(tmpdir(), "service-facts-"));
  const files = await emitAll(contractOf(parse(contract)), { template: readTemplate });
  writeFiles(folder, [...files, { path: "program.ts", text: program }]);
  expect(await typeCheckNatively(folder)).toBe("");
});
