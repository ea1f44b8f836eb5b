import { describe, expect, test } from "vitest";
import { failureOf, type Scripted } from "./connect.js";
import { emitClientOf, jsonOf, machines, object, text } from "./other-contract.js";

const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const states = { enum: ["queued", "succeeded", "failed"] };
const getOperation = {
  operationId: "getOperation",
  parameters: [inPath("operation_id")],
  responses: { "200": jsonOf(object({ status: states, note: text }, ["status"])) },
};
const getMachine = {
  operationId: "getMachine",
  parameters: [inPath("id")],
  responses: { "200": jsonOf(object({ power: { enum: ["on", "off", "changing"] } }, ["power"])) },
};
const paths = { "/operations/{operation_id}": { get: getOperation }, "/machines/{id}": { get: getMachine } };
const actions = { start: { label: "Start", async: true }, stop: { label: "Stop", async: true } };
const accepted = object({ operation: object({ id: text }), status: text });
const url = "https://api.machines.test/v2";
const quick = { interval: 1 };

type Follow = (call: unknown, body: unknown, options?: object) => Promise<unknown>;

/** Follows the action `start` while the API responds with some bodies, one after the other. */
async function follow(document: object, responses: readonly Scripted[], options: object = quick, client: object = {}) {
  const { connect, exports } = await emitClientOf(document);
  const connected = connect((before) => responses[Math.min(before, responses.length - 1)]!, client);
  const call = (exports["follow"] as Follow)(connected.client["vm"]!({ id: "m 1" })["start"], {}, options);
  return { call, seen: connected.seen };
}

const at = (responses: object, more: object = {}) => machines({ actions, responses, ...more }, { paths });

describe("by an operation", () => {
  const byOperation = at({ "202": jsonOf(accepted) });
  const started = { status: 202, body: { operation: { id: "o/1" }, status: "ok" } };
  const shows = (status: string) => ({ status: 200, body: { status, note: "n" } });

  test("it is polled by the id in the response until it ends", async () => {
    const { call, seen } = await follow(byOperation, [started, shows("queued"), shows("succeeded")]);
    expect(await call).toEqual({ status: "succeeded", note: "n" });
    expect(seen.map(({ method, url: to, body }) => [method, to, body])).toEqual([
      ["POST", `${url}/machines/m%201/do/start`, "{}"],
      ["GET", `${url}/operations/o%2F1`, ""],
      ["GET", `${url}/operations/o%2F1`, ""],
    ]);
    expect(seen[1]!.headers).toMatchObject({ authorization: "Bearer t" });
  });

  test("a failure ends it too", async () => {
    const { call } = await follow(byOperation, [started, shows("failed")]);
    expect(await call).toMatchObject({ status: "failed" });
  });

  test("a member that exists only after a failure ends it, whatever its state", async () => {
    const binding = { async: { operation: "getOperation", id: "/operation/id", error: "/note" } };
    const { call, seen } = await follow(at({ "202": jsonOf(accepted) }, { "x-platform-action-binding": binding }), [
      started,
      { status: 200, body: { status: "queued", note: null } },
      shows("queued"),
    ]);
    expect(await call).toEqual({ status: "queued", note: "n" });
    expect(seen).toHaveLength(3);
  });

  test("an earlier response is followed without invoking the action again", async () => {
    const response = { status: "ok", envelope: { operation: { id: "o-7" } } };
    const { call, seen } = await follow(byOperation, [shows("succeeded")], { ...quick, response });
    expect(await call).toMatchObject({ status: "succeeded" });
    expect(seen.map(({ url: to }) => to)).toEqual([`${url}/operations/o-7`]);
  });

  test.each([
    ["a response without the id", [{ status: 202, body: { operation: {}, status: "ok" } }], "returned nothing to follow"],
    ["an undeclared state", [started, shows("lost")], "returned a state that the contract does not declare"],
    ["an operation without a state", [started, { status: 200, body: {} }], "returned nothing to follow"],
  ])("%s ends it", async (_, responses, message) => {
    const { call } = await follow(byOperation, responses);
    expect(await failureOf(call)).toMatchObject({ name: "InvalidResponseError", message: `vm.start ${message}` });
  });

  test("an error of the operation is an error of its own call", async () => {
    const { call } = await follow(byOperation, [started, { status: 404 }]);
    expect(await failureOf(call)).toMatchObject({ name: "ApiError", status: 404, call: "getOperation" });
  });

  test("a boolean is its state, and false if it is omitted", async () => {
    const shown = jsonOf(object({ name: text, done: { type: "boolean" } }));
    const document = machines(
      {
        actions,
        responses: { "200": jsonOf(object({ name: text })) },
        "x-platform-action-binding": { async: { operation: "getOperation", id: "/name" } },
      },
      { paths: { ...paths, "/operations/{operation_id}": { get: { ...getOperation, responses: { "200": shown } } } } },
    );
    const bodies = [{ name: "o" }, {}, { done: false }, { name: "o", done: true }];
    const { call, seen } = await follow(
      document,
      bodies.map((body) => ({ status: 200, body })),
    );
    expect(await call).toEqual({ name: "o", done: true });
    expect(seen).toHaveLength(4);
  });

  test("middleware sees a call of the operation", async () => {
    const calls: unknown[] = [];
    const use = [
      (call: { name: string; operation: string; action?: string }, next: (call: unknown) => unknown) => {
        calls.push([call.name, call.operation, call.action]);
        return next(call);
      },
    ];
    const { call } = await follow(byOperation, [started, shows("succeeded")], quick, { use });
    await call;
    expect(calls).toEqual([
      ["vm.start", "invokeVm", "start"],
      ["getOperation", "getOperation", undefined],
    ]);
  });

  test("the id may be in the result", async () => {
    const result = object({ operation_id: text });
    const document = machines(
      {
        actions: { start: { ...actions.start, result } },
        responses: { "202": jsonOf(object({ output: { type: "object" }, status: text })) },
        "x-platform-action-binding": { async: { operation: "getOperation", id: "/output/operation_id" } },
      },
      { paths },
    );
    const { call, seen } = await follow(document, [
      { status: 202, body: { output: { operation_id: "o-2" } } },
      shows("succeeded"),
    ]);
    await call;
    expect(seen[1]!.url).toBe(`${url}/operations/o-2`);
  });
});

describe("by a header", () => {
  const headers = { "Operation-Location": { schema: text } };
  const byHeader = at({ "202": jsonOf(object({ status: text }), { headers }) });
  const startedAt = (to: string) => ({ status: 202, headers: { "operation-location": to }, body: { status: "ok" } });
  const done = { status: 200, body: { status: "succeeded" } };

  test.each([
    [`${url}/operations/7?view={full}`, `${url}/operations/7?view=%7Bfull%7D`],
    ["/v2/operations/7", `${url}/operations/7`],
    ["../../../operations/7", `${url}/operations/7`],
    ["start/status", `${url}/machines/m%201/do/start/status`],
  ])("%s is called with credentials", async (to, asked) => {
    const { call, seen } = await follow(byHeader, [startedAt(to), done]);
    expect(await call).toEqual({ status: "succeeded" });
    expect(seen[1]).toMatchObject({ method: "GET", url: asked, headers: { authorization: "Bearer t" } });
  });

  test.each([
    "https://elsewhere.test/v2/operations/7",
    "http://api.machines.test/v2/operations/7",
    "https://api.machines.test:8443/v2/operations/7",
    "//elsewhere.test/v2/operations/7",
    "https://api.machines.test@elsewhere.test/v2/operations/7",
    "/v1/operations/7",
    "/v2x/operations/7",
    "/v2/../v1/operations/7",
    "/v2/%2e%2e/v1/operations/7",
    "/v2",
    "\\\\elsewhere.test\\v2\\o",
    "/v2//elsewhere.test/o",
    "/v2/.//elsewhere.test/o",
    "/v2/..%2fv1/operations/7",
    "/v2/..%5Cv1/operations/7",
    "/v2/..;/v1/operations/7",
    "https://",
    "data:application/json,{}",
  ])("%s is outside of the API, and is not called", async (to) => {
    const { call, seen } = await follow(byHeader, [startedAt(to), done]);
    expect(await failureOf(call)).toMatchObject({
      name: "InvalidResponseError",
      message: "vm.start returned a URL outside the API",
    });
    expect(seen).toHaveLength(1);
  });

  test("a response without it leaves nothing to follow", async () => {
    const { call } = await follow(byHeader, [{ status: 202, body: { status: "ok" } }]);
    expect(await failureOf(call)).toMatchObject({ message: "vm.start returned nothing to follow" });
  });
});

describe("by the service", () => {
  const binding = { async: { service: true, status: "/power", pending: ["changing"], failed: ["off"] } };
  const byService = at({ "202": jsonOf({ type: "object" }) }, { "x-platform-action-binding": binding });

  test("its status is polled until it has settled", async () => {
    const shows = (power: string) => ({ status: 200, body: { power } });
    const progress: unknown[] = [];
    const options = { ...quick, onProgress: (value: unknown) => progress.push(value) };
    const started = { status: 202, body: { action: "start", status: "ok", result: {} } };
    const { call, seen } = await follow(byService, [started, shows("changing"), shows("on")], options);
    expect(await call).toEqual({ power: "on" });
    expect(progress).toEqual([{ power: "changing" }, { power: "on" }]);
    expect(seen.map(({ url: to }) => to).slice(1)).toEqual(Array<string>(2).fill(`${url}/machines/m%201`));
  });
});

test("follow is not exported if nothing can be followed", async () => {
  for (const responses of [{ "200": jsonOf(accepted) }, { "202": jsonOf(object({ status: text })) }]) {
    const { exports } = await emitClientOf(at(responses));
    expect(exports).not.toHaveProperty("follow");
    expect(exports).toHaveProperty("poll");
  }
});

test("the types include the outcome, and the parameters that calls need", async () => {
  const key = { name: "Idempotency-Key", in: "header", required: true, schema: text };
  const { check } = await emitClientOf(at({ "202": jsonOf(accepted) }, { parameters: [inPath("id"), inPath("action"), key] }));
  expect(
    await check(`
      import { createClient, follow } from "./client/index.js";
      const vm = createClient({ baseUrl: "" }).vm({ id: "m-1" });
      const parameters = { "Idempotency-Key": "k-1" };
      const { status } = await follow(vm.start, {}, { parameters, interval: 5 });
      const state: "queued" | "succeeded" | "failed" = status;
      void state;
      // @ts-expect-error it needs a parameter
      await follow(vm.start, {});
      // @ts-expect-error it needs another parameter
      await follow(vm.start, {}, { parameters: {} });
    `),
  ).toBe("");
});

test("parameters are sent with the action only if another operation is polled", async () => {
  const key = { name: "Idempotency-Key", in: "header", required: true, schema: text };
  const document = at({ "202": jsonOf(accepted) }, { parameters: [inPath("id"), inPath("action"), key] });
  const started = { status: 202, body: { operation: { id: "o-1" }, status: "ok" } };
  const options = { ...quick, parameters: { "Idempotency-Key": "k-1" } };
  const { call, seen } = await follow(document, [started, { status: 200, body: { status: "succeeded" } }], options);
  await call;
  expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["k-1", undefined]);
});
