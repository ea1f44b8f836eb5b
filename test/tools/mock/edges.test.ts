import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createMock, MockValueError, type MockOptions } from "../../../generator/tools/mock/index.js";

const json = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });
const label = {
  type: "object",
  required: ["key"],
  properties: { key: { type: "string" }, text: { type: "string" }, colour: { type: "string" } },
};
const key = { name: "key", in: "path", required: true, schema: { type: "string" } };
const job = {
  type: "object",
  required: ["id", "status"],
  properties: { id: { type: "string" }, status: { enum: ["running", "done"] } },
};
const ip = { type: "object", required: ["ip", "added"], properties: { ip: { type: "string" }, added: { type: "integer" } } };
const named = { type: "object", required: ["ip"], properties: { ip: { type: "string" } } };

const document = {
  openapi: "3.1.0",
  info: { title: "Edges", version: "1" },
  servers: [{ url: "/" }],
  components: { schemas: { Ip: ip } },
  paths: {
    "/labels/{key}": {
      parameters: [key],
      get: {
        operationId: "getLabel",
        responses: {
          "200": {
            description: "Here.",
            ...json(label, {
              examples: {
                blue: { value: { key: "a", colour: "blue" } },
                'light, "sky"; blue': { value: { key: "a", colour: "sky" } },
              },
            }),
          },
          "404": { description: "Not here.", ...json({ type: "object" }, { examples: { gone: { value: { gone: true } } } }) },
        },
      },
      put: {
        operationId: "putLabel",
        requestBody: { required: true, ...json({ type: "object", properties: label.properties }) },
        responses: { "200": { description: "Changed.", ...json(label) }, "201": { description: "Created.", ...json(label) } },
      },
      patch: {
        operationId: "patchLabel",
        requestBody: json({ type: "object", properties: { colour: { type: ["string", "null"] } } }),
        responses: { "200": { description: "Changed.", ...json(label) } },
      },
      delete: { operationId: "deleteLabel", responses: { "204": { description: "Gone." }, "404": { description: "Not here." } } },
    },
    "/long": {
      get: {
        operationId: "getLong",
        responses: { "200": { description: "Long.", ...json({ type: "string", minLength: 2e9 }) } },
      },
    },
    "/machines/{machine_id}/do/{action}": {
      parameters: ["machine_id", "action"].map((name) => ({ ...key, name })),
      post: {
        operationId: "doAction",
        "x-platform-action-binding": { response: { status: "/phase", result: "/output" }, type: { const: "vm" } },
        "x-platform-vm-actions": {
          stop: { label: "Stop", summary: "Stops it.", async: true },
          add_ip: { label: "Add", summary: "Adds one.", body: named, result: { $ref: "#/components/schemas/Ip" } },
          list_ips: {
            label: "List",
            summary: "Lists them.",
            result: { type: "array", items: { $ref: "#/components/schemas/Ip" } },
          },
          remove_ip: { label: "Remove", summary: "Removes one.", body: named, result: { $ref: "#/components/schemas/Ip" } },
        },
        requestBody: json({ type: "object" }),
        responses: Object.fromEntries(
          (["200", "202"] as const).map((status) => {
            const more = status === "202" ? { job_id: { type: "string" } } : {};
            const properties = { action: { type: "string" }, phase: { enum: ["running", "ended"] }, output: {}, ...more };
            return [
              status,
              { description: "Done.", ...json({ type: "object", required: ["phase", ...Object.keys(more)], properties }) },
            ];
          }),
        ),
      },
    },
    "/jobs/{job_id}": {
      get: {
        operationId: "getJob",
        parameters: [{ ...key, name: "job_id" }],
        responses: { "200": { description: "A job.", ...json(job) } },
      },
    },
  },
};

async function start(options: MockOptions = {}) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "mock-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const mock = await createMock(file, { tempo: 0, ...options });
  const call = async (method: string, url: string, body?: object, prefer?: string) => {
    const response = await mock.fetch(`http://mock.invalid${url}`, {
      method,
      headers: { ...(body && { "content-type": "application/json" }), ...(prefer !== undefined && { prefer }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown), headers: response.headers };
  };
  return { mock, call };
}

test("PUT creates an item with 201, which exists from then on", async () => {
  const { call } = await start();
  expect((await call("GET", "/labels/a")).status).toBe(404);
  expect(await call("PUT", "/labels/a", { colour: "red" })).toMatchObject({ status: 201, body: { key: "a", colour: "red" } });
  expect(await call("PUT", "/labels/a", { colour: "blue" })).toMatchObject({ status: 200, body: { key: "a", colour: "blue" } });
  expect((await call("DELETE", "/labels/a")).status).toBe(204);
  expect((await call("DELETE", "/labels/a")).status).toBe(404);
});

test("null removes an optional member", async () => {
  const { call } = await start();
  await call("PUT", "/labels/a", { colour: "red" });
  const { body } = await call("PATCH", "/labels/a", { colour: null });
  expect(body).not.toHaveProperty("colour");
});

test("an example selects the response that has it, an unknown one is ignored", async () => {
  const { call } = await start();
  await call("PUT", "/labels/a", {});
  const blue = await call("GET", "/labels/a", undefined, "example=blue");
  expect([blue.status, blue.body, blue.headers.get("preference-applied")]).toEqual([
    200,
    { key: "a", colour: "blue" },
    "example=blue",
  ]);
  const gone = await call("GET", "/labels/a", undefined, "example=gone");
  expect([gone.status, gone.body]).toEqual([404, { gone: true }]);
  const both = await call("GET", "/labels/a", undefined, "code=404, example=gone");
  expect([both.status, both.headers.get("mock-preference-ignored")]).toEqual([404, null]);
  const quoted = await call("GET", "/labels/a", undefined, 'example="light, \\"sky\\"; blue", code=200');
  expect([quoted.body, quoted.headers.get("preference-applied"), quoted.headers.get("mock-preference-ignored")]).toEqual([
    { key: "a", colour: "sky" },
    'example="light, \\"sky\\"; blue", code=200',
    null,
  ]);
  const unknown = await call("GET", "/labels/a", undefined, "example=none");
  expect([unknown.status, unknown.headers.get("mock-preference-ignored")]).toEqual([200, "example=none"]);
});

test("an asynchronous action without a result starts a job", async () => {
  const { call } = await start();
  const stopped = await call("POST", "/machines/1/do/stop", {});
  expect(stopped.status).toBe(202);
  const { job_id } = stopped.body as { job_id: string };
  expect((await call("GET", `/jobs/${job_id}`)).status).toBe(200);
});

test("actions keep things without being read-only", async () => {
  const { call } = await start();
  await call("POST", "/machines/1/do/add_ip", { ip: "192.0.2.1" });
  const list = async () => ((await call("POST", "/machines/1/do/list_ips", {})).body as { output: { ip: string }[] }).output;
  expect((await list()).map((one) => one.ip)).toEqual(["192.0.2.1"]);
  await call("POST", "/machines/1/do/remove_ip", { ip: "192.0.2.1" });
  expect(await list()).toEqual([]);
});

test("a value that can't be made is a 501", async () => {
  const { call } = await start();
  expect((await call("GET", "/long")).status).toBe(501);
});

test("replies, tokens and state of another form are rejected", async () => {
  const { mock, call } = await start();
  for (const reply of [{}, { status: 999 }, { status: 200, times: -1 }, { staus: 200 }, { status: 200, operation: "nope" }, null])
    expect(() => mock.respond(reply as never)).toThrow(MockValueError);
  for (const body of [{ path: "/labels/a" }, { status: 999 }])
    expect((await call("POST", "/__mock/replies", body)).status).toBe(400);
  for (const body of [{ collections: { "/labels": [{ text: 1 }] } }, { items: [] }, { collections: { "/nothing": [{}] } }])
    expect((await call("PUT", "/__mock/state", body)).status).toBe(400);
  await expect(start({ tokens: { a: 1 } as never })).rejects.toThrow(MockValueError);
  const handler = () => undefined;
  for (const handlers of [{ operations: { nope: handler } }, { actions: { vm: { nope: handler } } }, { operatons: {} }])
    await expect(start({ handlers: handlers as never })).rejects.toThrow(MockValueError);
  expect((await call("PUT", "/__mock/state", { collections: { "/labels": [{ key: "b" }] } })).status).toBe(200);
  expect((await call("GET", "/labels/b")).status).toBe(200);
});

test("a caller that leaves doesn't keep the mock waiting", async () => {
  const { mock } = await start();
  const leaving = AbortSignal.timeout(50);
  await expect(
    mock.fetch("http://mock.invalid/labels/a", { headers: { prefer: "wait=30" }, signal: leaving }).then(({ status }) => status),
  ).resolves.toBe(404);
});
