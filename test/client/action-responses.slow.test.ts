import { describe, expect, test } from "vitest";
import { failureOf } from "./connect.js";
import { emitClientOf, jsonOf, machines, object, text } from "./other-contract.js";

const done = object({ id: text, action: text, state: { enum: ["queued", "done"] }, output: { type: "object" } }, [
  "id",
  "output",
]);
const location = { headers: { Location: { schema: text } } };
const actions = {
  start: { label: "Start", result: object({ ip: text }) },
  resize: { label: "Resize", async: true, body: object({ size: text }, ["size"]) },
};

/** The value to which a call of an action resolves for a response of the API. */
async function read(responses: object, sent: { status: number; headers?: Record<string, string>; body?: unknown }, more = {}) {
  const { connect } = await emitClientOf(machines({ responses, actions, ...more }));
  return connect(() => sent).client["vm"]!({ id: "m-1" })["start"]!({});
}

describe("the call of an action resolves to what the contract declares", () => {
  test("facts by their pointers, other members, declared headers", async () => {
    const sent = {
      status: 201,
      headers: { Location: "/machines/m-2", "X-More": "no" },
      body: { id: "m-2", action: "start", state: "done", output: { ip: "::1" }, undeclared: 1 },
    };
    expect(await read({ "201": jsonOf(done, location) }, sent)).toEqual({
      status: "done",
      result: { ip: "::1" },
      envelope: { id: "m-2", undeclared: 1 },
      headers: { location: "/machines/m-2" },
    });
  });

  test("headers are always present, without those that are not sent", async () => {
    const body = { id: "m-2", state: "done", output: {} };
    expect(await read({ "201": jsonOf(done, location) }, { status: 201, body })).toMatchObject({ headers: {} });
  });

  const integer = { schema: { type: "integer" } };

  test.each([
    ["5", { "retry-after": 5 }],
    ["-1.5e2", { "retry-after": -150 }],
    ["soon", {}],
    ["", {}],
    ["0x10", {}],
    ["3, 5", {}],
    ["Infinity", {}],
    ["1e999", {}],
  ])("a header that is declared as a number: %j", async (value, headers) => {
    const sent = { status: 201, headers: { "Retry-After": value }, body: { id: "m-2", state: "done", output: {} } };
    const received = await read({ "201": jsonOf(done, { headers: { "Retry-After": integer } }) }, sent);
    expect((received as { headers: object }).headers).toEqual(headers);
  });

  test.each([{ "X-Left": "3" }, { "X-Left": "few", Location: "/" }])("a required header must be there: %j", async (headers) => {
    const needed = { Location: { required: true, schema: text }, "X-Left": { required: true, ...integer } };
    const sent = { status: 201, headers: headers as Record<string, string>, body: { id: "m-2", state: "done", output: {} } };
    expect(await failureOf(read({ "201": jsonOf(done, { headers: needed }) }, sent))).toMatchObject({
      name: "InvalidResponseError",
      message: `vm.start returned no valid header ${"Location" in headers ? "x-left" : "location"}`,
    });
  });

  test("the status if there are several, without those of asynchronous actions", async () => {
    const responses = { "200": jsonOf(done), "201": jsonOf(done), "202": jsonOf(done) };
    const body = { id: "m-2", state: "queued", output: {} };
    const facts = { status: "queued", result: {}, envelope: { id: "m-2" } };
    expect(await read(responses, { status: 201, body })).toEqual({ httpStatus: 201, ...facts });
    expect(await read(responses, { status: 202, body })).toEqual(facts);
    expect(await read({ "201": jsonOf(done), "202": jsonOf(done) }, { status: 201, body })).toEqual(facts);
  });

  test("the status of a 202, if no action is asynchronous", async () => {
    const responses = { "200": jsonOf(done), "202": { description: "Accepted." } };
    const more = { actions: { start: actions.start } };
    expect(await read(responses, { status: 202 }, more)).toEqual({ httpStatus: 202 });
    const body = { id: "m-2", state: "done", output: {} };
    expect(await read(responses, { status: 200, body }, more)).toMatchObject({ httpStatus: 200, envelope: { id: "m-2" } });
  });

  test("the whole body as the result in some successes only", async () => {
    const whole = object({ state: text }, ["state"]);
    const started = object({ operation: object({ id: text }, ["id"]) }, ["operation"]);
    const responses = { "200": jsonOf({ $ref: "#/components/schemas/Whole" }), "201": jsonOf(started) };
    const actions = { start: { label: "Start", result: { $ref: "#/components/schemas/Whole" } } };
    const { connect } = await emitClientOf(machines({ responses, actions }, { schemas: { Whole: whole } }));
    const read = (sent: { status: number; body: unknown }) => connect(() => sent).client["vm"]!({ id: "m-1" })["start"]!({});
    expect(await read({ status: 200, body: { state: "on" } })).toEqual({ httpStatus: 200, result: { state: "on" } });
    const body = { operation: { id: "o1" } };
    expect(await read({ status: 201, body })).toEqual({ httpStatus: 201, envelope: body });
  });

  test("nothing if there is no body", async () => {
    const nothing = { actions: { start: { label: "Start" } } };
    expect(await read({ "204": { description: "Done." } }, { status: 204 }, nothing)).toBeUndefined();
    const either = { "200": jsonOf(done), "204": { description: "There already." } };
    expect(await read(either, { status: 204 })).toEqual({ httpStatus: 204 });
    expect(await read({ "204": { description: "Done.", ...location } }, { status: 204 }, nothing)).toEqual({ headers: {} });
  });

  test("no body is expected if only errors have one", async () => {
    const responses = { "204": { description: "Done." }, default: jsonOf(object({ message: text }, ["message"])) };
    const { connect, exports } = await emitClientOf(machines({ responses, actions: { start: { label: "Start" } } }));
    const isError = Object.assign((value: unknown) => value !== undefined, { errors: [] });
    const validators = { operations: { invokeVm: { responses: { default: isError } } } };
    const use = [(exports["validate"] as (of: object) => unknown)(validators)];
    const { client } = connect(() => ({ status: 204 }), { use });
    expect(await client["vm"]!({ id: "m-1" })["start"]!({})).toBeUndefined();
  });

  test("nested members: an object that is left empty is removed, too", async () => {
    const nested = object({
      data: object({ result: { type: "object" } }),
      meta: object({ state: text, took: { type: "number" } }),
    });
    const binding = { response: { result: "/data/result", status: "/meta/state", message: null, action: null } };
    const body = { data: { result: { ip: "::1" } }, meta: { state: "ok", took: 2 } };
    const more = { "x-platform-action-binding": binding };
    expect(await read({ "200": jsonOf(nested) }, { status: 200, body }, more)).toEqual({
      status: "ok",
      result: { ip: "::1" },
      envelope: { meta: { took: 2 } },
    });
  });

  test("the whole body if it is the result", async () => {
    const binding = { response: { result: "", status: null, message: null, action: null } };
    const more = { "x-platform-action-binding": binding };
    const body = { ip: "::1", status: "of the machine" };
    expect(await read({ "200": jsonOf(object({ ip: text })) }, { status: 200, body }, more)).toEqual({ result: body });
  });

  test("the unchanged body if that is the default", async () => {
    const envelope = object({ action: text, status: text, message: text, result: {} });
    const body = { action: "start", status: "ok", result: {}, undeclared: 1 };
    expect(await read({ "200": jsonOf(envelope) }, { status: 200, body })).toEqual(body);
    expect(await read({ "200": { description: "Done." } }, { status: 200, body })).toEqual(body);
  });
});

test("middleware sees the body that was sent", async () => {
  const { connect } = await emitClientOf(machines({ responses: { "200": jsonOf(done) } }));
  const body = { id: "m-2", state: "done", output: {} };
  const bodies: unknown[] = [];
  const use = [
    async (call: unknown, next: (call: unknown) => Promise<{ body: unknown }>) => {
      const response = await next(call);
      bodies.push(response.body);
      return response;
    },
  ];
  await connect(() => ({ status: 200, body }), { use }).client["vm"]!({ id: "m-1" })["start"]!();
  expect(bodies).toEqual([body]);
});

test("responses are validated if the contract describes their results", async () => {
  const { connect, exports } = await emitClientOf(machines({ responses: { "200": jsonOf(done) } }));
  const seen: unknown[] = [];
  const result = Object.assign((value: unknown) => seen.push(value) > 0, { errors: null });
  const validate = exports["validate"] as (validators: object) => unknown;
  const use = [validate({ actions: { vm: { start: { body: Object.assign(() => true, { errors: null }), result } } } })];
  const respond = () => ({ status: 200, body: { id: "m-2", output: { ip: "::1" } } });
  await connect(respond, { use }).client["vm"]!({ id: "m-1" })["start"]!();
  expect(seen).toEqual([{ ip: "::1" }]);
});

test.each<[string, object, object, string]>([
  ["a success without a location for a result has none", object({ state: text }), { state: "queued" }, ""],
  ["an optional result is left out", object({ state: text, output: { type: "object" } }), { state: "queued" }, "[{}]"],
  [
    "one that is there is validated",
    object({ state: text, output: { type: "object" } }),
    { state: "x", output: { a: 1 } },
    '[{"a":1}]',
  ],
])("validators of results: %s", async (_, accepted, body, expected) => {
  const { connect, exports } = await emitClientOf(
    machines({ actions, responses: { "200": jsonOf(done), "202": jsonOf(accepted) } }),
  );
  const seen: unknown[] = [];
  const result = Object.assign((value: unknown) => seen.push(value) > 0, { errors: null });
  const validate = exports["validate"] as (validators: object) => unknown;
  const use = [validate({ actions: { vm: { resize: { body: Object.assign(() => true, { errors: null }), result } } } })];
  await connect(() => ({ status: 202, body }), { use }).client["vm"]!({ id: "m-1" })["resize"]!({ size: "s" });
  expect(seen.length === 0 ? "" : JSON.stringify(seen)).toBe(expected);
});

test("the types agree", async () => {
  const { check } = await emitClientOf(
    machines({ actions, responses: { "201": jsonOf(done, location), "202": jsonOf(done), "204": { description: "None." } } }),
  );
  expect(
    await check(`
      import { createClient, type InvokeVmAccepted } from "./client/index.js";
      import type { VmActions } from "./actions.js";
      const vm = createClient({ baseUrl: "" }).vm({ id: "m-1" });
      const started = await vm.start();
      if (started.httpStatus === 201) {
        const read: [string | undefined, string, string | undefined] = [started.result.ip, started.envelope.id, started.headers.location];
        void read;
        // @ts-expect-error a fact is not in the envelope
        void started.envelope.output;
      } else {
        // @ts-expect-error no body
        void started.result;
      }
      const resized: InvokeVmAccepted<VmActions["resize"]> = await vm.resize({ size: "l" });
      const state: "queued" | "done" | undefined = resized.status;
      // @ts-expect-error only this one is possible
      void [state, resized.httpStatus];
    `),
  ).toBe("");
});
