import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createMock, MockValueError } from "../../../generator/tools/mock/index.js";

const object = (properties: object, required = Object.keys(properties)) => ({ type: "object", required, properties });
const content = (schema: object) => ({ content: { "application/json": { schema } } });
const shows = (schema: object, status = "200") => ({
  responses: {
    [status]: { description: "OK.", ...content(schema) },
    default: { description: "Failed.", ...content(object({ code: { type: "string" }, message: { type: "string" } })) },
  },
});
const vm = object({ id: { type: "string" }, status: { type: "string", enum: ["running", "stopped"] } });
const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string", maxLength: 9 } });

/** A mock of machines, whose state is shown at a path. `more`: other paths. */
async function mockOf(address: string, schema: object, service: object | undefined, more: object = {}) {
  const document = {
    openapi: "3.1.0",
    info: { title: "Machines", version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    security: [],
    "x-platform-lifecycle": {
      initial: "stopped",
      states: { stopped: {}, running: {} },
      transitions: [
        { from: "stopped", to: "running", event: "start" },
        { from: "running", to: "stopped", event: "stop" },
      ],
    },
    paths: {
      [address]: { parameters: [parameter("id")], get: { operationId: "getVm", summary: "Read.", ...shows(schema) } },
      "/vms/{id}/{action}": {
        parameters: [parameter("id"), parameter("action")],
        post: {
          operationId: "act",
          summary: "Act.",
          "x-platform-action-binding": { type: { const: "vm" }, response: { result: "" }, ...(service && { service }) },
          "x-platform-vm-actions": {
            start: { label: "Start", availability: { states: ["stopped"] } },
            stop: { label: "Stop", availability: { states: ["running"] } },
          },
          ...shows({ type: "object" }),
        },
      },
      ...more,
    },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "shown-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const mock = await createMock(file, { tempo: 0, log: (message) => expect.fail(message) });
  const call = async (method: string, at: string, body?: object) => {
    const headers = { "content-type": "application/json" };
    const init = { method, ...(body && { headers, body: JSON.stringify(body) }) };
    const response = await mock.fetch(`http://mock.invalid${at}`, init);
    const text = await response.text();
    return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as unknown };
  };
  return { mock, call };
}

const wrapped = object({ data: vm });
const places: readonly (readonly [address: string, schema: object, service: object | undefined])[] = [
  ["/vms/{id}", vm, undefined],
  ["/vms/{id}", wrapped, undefined],
  ["/vms/{id}/status", vm, { operation: "getVm" }],
  ["/vms/{id}/status/current", wrapped, { operation: "getVm", status: "/data/status" }],
];

describe.each(places)("a service at %s", (address, schema, service) => {
  const shown = address.replace("{id}", "a");
  const statusOf = (body: unknown) => /"status":"(\w+)"/.exec(JSON.stringify(body))?.[1];

  test("shows the state that its actions need and change", async () => {
    const { call } = await mockOf(address, schema, service);
    for (let turn = 0; turn < 4; turn++) {
      const before = statusOf((await call("GET", shown)).body);
      const [right, wrong] = before === "running" ? ["stop", "start"] : ["start", "stop"];
      expect(await call("POST", `/vms/a/${wrong}`)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(before!) },
      });
      expect((await call("POST", `/vms/a/${right}`)).status).toBe(200);
      expect(statusOf((await call("GET", shown)).body)).toBe(before === "running" ? "stopped" : "running");
    }
  });

  test("has the state that a test sets", async () => {
    const { mock, call } = await mockOf(address, schema, service);
    await call("GET", shown);
    const text = JSON.stringify(mock.state.read());
    const running = JSON.parse(text.replace(/"(?:stopped|running)"/g, '"running"')) as object;
    expect((await call("PUT", "/__mock/state", running)).status).toBe(200);
    expect(statusOf((await call("GET", shown)).body)).toBe("running");
    expect((await call("POST", "/vms/a/stop")).status).toBe(200);
    const unfit = JSON.parse(text.replace(/"(?:stopped|running)"/g, '"lost"')) as object;
    expect(() => mock.setState(unfit)).toThrow(MockValueError);
  });
});

test("an action that is followed at such a path moves the service there, later", async () => {
  const { mock, call } = await mockOf("/vms/{id}/status", vm, { operation: "getVm" });
  await call("GET", "/vms/a/status");
  mock.setState({
    ...mock.state.read(),
    pending: [{ collection: "/vms/a/status", pointer: "/status", value: "running", due: 0 }],
  });
  expect((await call("GET", "/vms/a/status")).body).toMatchObject({ id: "a", status: "running" });
});

test("what is removed takes what is below it along", async () => {
  const named = object({ id: { type: "string" }, size: { type: "integer" } });
  const { mock, call } = await mockOf(
    "/vms/{id}/status",
    vm,
    { operation: "getVm" },
    {
      "/vms": {
        post: {
          operationId: "createVm",
          summary: "Create.",
          requestBody: { required: true, ...content(named) },
          ...shows(named, "201"),
        },
      },
      "/vms/{id}": {
        parameters: [parameter("id")],
        get: { operationId: "readVm", summary: "Read.", ...shows(named) },
        delete: { operationId: "deleteVm", summary: "Delete.", responses: { "204": { description: "Gone." } } },
      },
    },
  );
  expect((await call("POST", "/vms/a/start")).status).toBe(404);
  await call("POST", "/vms", { id: "a", size: 1 });
  expect((await call("POST", "/vms/a/start")).status).toBe(200);
  expect((await call("GET", "/vms/a/status")).body).toEqual({ id: "a", status: "running" });
  expect((await call("DELETE", "/vms/a")).status).toBe(204);
  expect((await call("POST", "/vms/a/stop")).status).toBe(404);
  expect(mock.state.read().singles).toEqual({});
});
