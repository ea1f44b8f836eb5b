import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { ApiError } from "../../generated/client/index.js";
import { connectTo, failureOf, targets } from "./connect.js";
import { emitClientOf, jsonOf, machines, object, text } from "./other-contract.js";

const cidr = { cidr: "203.0.113.0/24" };

describe("a success that lacks required parts of its type is an InvalidResponseError", () => {
  test.each([[null], ["done"], [7], [[]], [{}], [{ action: "add_ip", result: {} }]])("the usual envelope: %j", async (body) => {
    const json = { "content-type": "application/json" };
    const { client } = await connectTo(() => ({ status: 200, headers: json, body: JSON.stringify(body) }));
    expect(await failureOf(client.postgres(targets.postgres).add_ip(cidr))).toMatchObject({
      name: "InvalidResponseError",
      message: "postgres.add_ip returned no status",
    });
  });

  test("an optional result may be absent", async () => {
    const body = { action: "add_ip", status: "ok" };
    const { client } = await connectTo(() => ({ status: 200, body }));
    expect(await client.postgres(targets.postgres).add_ip(cidr)).toEqual(body);
  });

  const usual = object({ action: text, status: text, message: text, result: { type: "object" } }, ["action", "result"]);
  const own = object({ id: text, data: object({ state: text, output: { type: "object" } }, ["output"]) }, ["data"]);
  const call = async (responses: object, status: number, body: unknown) => {
    const { connect } = await emitClientOf(machines({ responses }));
    return connect(() => ({ status, body })).client["vm"]!({ id: "m-1" })["start"]!({});
  };

  test.each<[string, object, number, unknown, string]>([
    ["the usual envelope", { "200": jsonOf(usual) }, 200, { status: "ok" }, "no result"],
    ["another envelope", { "200": jsonOf(own) }, 200, { data: { state: "on" } }, "no /data/output"],
    ["a member that it stands in", { "200": jsonOf(own) }, 200, { id: "m-1" }, "no /data/output"],
    ["another kind of body", { "200": jsonOf(own) }, 200, "done", "text that is not the declared JSON"],
    ["null", { "200": jsonOf(own) }, 200, null, "a body that is not an object"],
    ["one of several", { "200": jsonOf(own), "201": jsonOf(own) }, 201, {}, "no /data/output"],
  ])("%s", async (_, responses, status, body, message) => {
    expect(await failureOf(call(responses, status, body))).toMatchObject({
      name: "InvalidResponseError",
      message: `vm.start returned ${message}`,
    });
  });

  test("optional parts may be absent", async () => {
    const loose = object({ id: text, data: object({ state: text, output: { type: "object" } }) });
    expect(await call({ "200": jsonOf(loose) }, 200, { id: "m-1" })).toEqual({ envelope: { id: "m-1" } });
    expect(await call({ "200": jsonOf(object({ action: text, status: text, message: text, result: {} })) }, 200, {})).toEqual({});
  });

  test("the usual envelope next to another one", async () => {
    const accepted = object({ status: text, operation_id: text }, ["operation_id"]);
    const actions = { start: { label: "Start" }, stop: { label: "Stop", async: true } };
    const { connect } = await emitClientOf(machines({ actions, responses: { "200": jsonOf(usual), "202": jsonOf(accepted) } }));
    const { client } = connect(() => ({ status: 200, body: { status: "ok" } }));
    expect(await failureOf(client["vm"]!({ id: "m-1" })["start"]!())).toMatchObject({
      message: "vm.start returned no /result",
    });
  });
});

describe("the contents of an error", () => {
  const token = "token-7f3a";
  const fail = async (error: string, body: object = { error }) =>
    (await failureOf(
      (await connectTo(() => ({ status: 400, body }), { token })).client.postgres(targets.postgres).add_ip(cidr),
    )) as ApiError;

  test("its message is one line of bounded length, its text is whole", async () => {
    const error = await fail(`odd: \u001b[31m\r\n${"x".repeat(5000)}`);
    expect(error.message).toMatch(/^postgres\.add_ip returned 400: odd:  \[31m x+$/);
    expect(error.message.length).toBeLessThan(350);
    expect(error.text).toHaveLength(5012);
  });

  test("a token that the API repeats is hidden", async () => {
    const error = await fail(`unauthenticated: ${token} is no token, ${token}`);
    expect(error.message).toBe("postgres.add_ip returned 400: unauthenticated: [redacted] is no token, [redacted]");
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token);
    expect(JSON.stringify(error.body)).not.toContain(token);
  });

  test("so is one in the id of the request, which the caller sends", async () => {
    const { client } = await connectTo(
      (_, { headers }) => ({ status: 400, headers: { "x-request-id": headers["x-request-id"]! }, body: {} }),
      { token },
    );
    const call = { ...cidr };
    const error = (await failureOf(
      client.postgres(targets.postgres).add_ip(call, { headers: { "x-request-id": `id-${token}` } }),
    )) as ApiError;
    expect(error.requestId).toBe("id-[redacted]");
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token);
  });

  test("keys and passwords are hidden too", async () => {
    const securitySchemes = {
      key: { type: "apiKey", in: "header", name: "x-key" },
      app: { type: "apiKey", in: "query", name: "app" },
      login: { type: "http", scheme: "basic" },
    };
    const problem = object({
      code: text,
      message: text,
      details: { type: "array", items: object({ field: text, message: text }) },
    });
    const document = machines({ responses: { "200": { description: "Done." }, "400": jsonOf(problem) } });
    const { connect } = await emitClientOf({
      ...document,
      components: { securitySchemes },
      security: [{ key: [], app: [], login: [] }],
    });
    const said = "key-7f3a app-7f3a word-7f3a";
    const body = { code: "odd", message: said, details: [{ field: "/a", message: said }] };
    const credentials = { key: "key-7f3a", app: () => "app-7f3a", login: { username: "u", password: "word-7f3a" } };
    const { client } = connect(() => ({ status: 400, body }), { credentials });
    const error = (await failureOf(client["vm"]!({ id: "m-1" })["start"]!())) as ApiError;
    expect(error.message).toBe("vm.start returned 400: odd: [redacted] [redacted] [redacted]");
    expect(error.details).toEqual([{ pointer: "/a", rule: "", message: "[redacted] [redacted] [redacted]" }]);
  });
});
