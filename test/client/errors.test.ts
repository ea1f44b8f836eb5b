import { once } from "node:events";
import net from "node:net";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { PostgresActions } from "../../generated/actions.js";
import { ApiError, ClientError, createClient, hasCode } from "../../generated/client/index.js";
import type { CallError } from "../../generated/server/index.js";
import { missingId, otherProjectId, projectId } from "../server/control-plane.js";
import { connect, connectTo, failureOf, targets } from "./connect.js";

const cidr = { cidr: "203.0.113.0/24" };

describe("the API's conditions", () => {
  test.each([
    ["unauthenticated", 401, { token: "nobody" }, targets.postgres],
    ["access_denied", 403, { token: "without-write" }, targets.postgres],
    ["access_denied", 403, {}, { ...targets.postgres, project_id: otherProjectId }],
    ["resource_not_found", 404, {}, { ...targets.postgres, service_id: missingId }],
    ["resource_not_found", 404, {}, targets.search],
    ["invalid_parameter", 400, {}, { ...targets.postgres, service_id: "x" }],
  ])("%s (%i)", async (code, status, options, target) => {
    const { client } = await connect({}, options);
    const error = await failureOf(client.postgres(target).add_ip(cidr));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: "ApiError", status, code, call: "postgres.add_ip" });
  });

  test("invalid_action_body (400)", async () => {
    const { client } = await connect();
    const error = await failureOf(client.postgres(targets.postgres).add_ip({} as never));
    expect(error).toMatchObject({ status: 400, code: "invalid_action_body" });
  });

  test("action_unavailable (409) with the advertised reason", async () => {
    const { client } = await connect({ gate: () => ({ reason: "Not on Sundays." }) });
    const error = await failureOf(client.postgres(targets.postgres).add_ip(cidr));
    expect(error).toMatchObject({ status: 409, code: "action_unavailable", text: "action_unavailable: Not on Sundays." });
  });

  test("entitlement_conflict (409) of an operation", async () => {
    const { client } = await connect();
    const body = { type: "postgres", plan: "dedicated", name: "new" } as const;
    const error = await failureOf(client.createService({ project_id: projectId, body }));
    expect(error).toMatchObject({ status: 409, code: "entitlement_conflict", call: "createService" });
  });

  test("an action's own error", async () => {
    const fail = ({ fail }: { fail: (code: string) => CallError }) => fail("entry_exists");
    const { client } = await connect({ handlers: { "postgres.add_ip": fail } });
    const error = await failureOf(client.postgres(targets.postgres).add_ip(cidr));
    expect(hasCode<PostgresActions["add_ip"]["error"]>(error, "entry_exists")).toBe(true);
    expect(hasCode<PostgresActions["add_ip"]["error"]>(error, "allowlist_full", "cidr_not_canonical")).toBe(false);
    expect(hasCode(new Error("entry_exists: no"), "entry_exists")).toBe(false);
    expect(error).toMatchObject({ status: 409, code: "entry_exists" });
  });
});

test("the error has the text, the id and the headers of the response", async () => {
  const headers = { "x-request-id": "r-17", "x-more": "yes" };
  const { client } = await connectTo(() => ({ status: 409, headers, body: { error: "entry_exists: There already.", more: 1 } }));
  const error = (await failureOf(client.postgres(targets.postgres).add_ip(cidr))) as ApiError;
  expect(error.message).toBe("postgres.add_ip returned 409: entry_exists: There already.");
  expect({ text: error.text, code: error.code, requestId: error.requestId }).toEqual({
    text: "entry_exists: There already.",
    code: "entry_exists",
    requestId: "r-17",
  });
  expect(error.headers.get("x-more")).toBe("yes");
  expect(error.body).toEqual({ error: "entry_exists: There already.", more: 1 });
});

test.each([
  ["a text without a code", { error: "Something is wrong." }, "Something is wrong."],
  ["a text of another form", { error: "At 12:30: no" }, "At 12:30: no"],
  ["no text", {}, ""],
  ["another shape", { error: { code: 7 } }, ""],
  ["a list", [], ""],
])("an error response with %s has no code", async (_, body, text) => {
  const { client } = await connectTo(() => ({ status: 400, body }));
  const error = (await failureOf(client.getProject({ project_id: projectId }))) as ApiError;
  expect(error).toMatchObject({ code: undefined, text, status: 400 });
});

test("an error page of a proxy is an ApiError without a text", async () => {
  const html = { "content-type": "text/html" };
  const { client } = await connectTo(() => ({ status: 502, headers: html, body: "<h1>Bad gateway</h1>" }));
  const error = await failureOf(client.getProject({ project_id: projectId }));
  expect(error).toMatchObject({ name: "ApiError", status: 502, text: "", message: "getProject returned 502" });
});

test("an error that is declared as JSON but is not is an ApiError", async () => {
  const json = { "content-type": "application/json" };
  const { client } = await connectTo(() => ({ status: 500, headers: json, body: "<h1>" }));
  expect(await failureOf(client.getProject({ project_id: projectId }))).toMatchObject({
    name: "ApiError",
    status: 500,
    text: "",
  });
});

test("a success that is declared as JSON but is not is an InvalidResponseError that reveals nothing of it", async () => {
  const json = { "content-type": "application/json" };
  const { client } = await connectTo(() => ({ status: 200, headers: json, body: "secret-7f3a" }));
  const error = await failureOf(client.getProject({ project_id: projectId }));
  expect(error).toMatchObject({
    name: "InvalidResponseError",
    message: "getProject returned text that is not the declared JSON",
  });
  expect(inspect(error, { depth: 9 })).not.toContain("secret-7f3a");
});

test("a rejected connection is a NetworkError that names the reason", async () => {
  const client = createClient({ baseUrl: await unreachable(), token: "token-7f3a" });
  const error = await failureOf(client.getProject({ project_id: projectId }));
  expect(error).toBeInstanceOf(ClientError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: "NetworkError", call: "getProject" });
  expect((error as Error).message).toBe("getProject received no response: ECONNREFUSED");
});

test.each(["?a=1", "/v1?", "#part"])("a base URL that ends in %s is rejected without being repeated", (end) => {
  const create = () => createClient({ baseUrl: `https://api.example.com${end}`, token: "token-7f3a" });
  expect(create).toThrow(new TypeError("baseUrl has a query or a fragment"));
});

test("an interrupted response is a NetworkError", async () => {
  const headers = { "content-length": "100", "content-type": "application/json", connection: "close" };
  const { client } = await connectTo(() => ({ status: 200, headers, body: "{" }));
  expect(await failureOf(client.getProject({ project_id: projectId }))).toMatchObject({
    name: "NetworkError",
    message: expect.stringContaining("received no complete response") as string,
  });
});

describe("neither the token nor a body is shown", () => {
  const secrets = ["token-7f3a", "password-7f3a"];
  const body = { username: "app", password: "password-7f3a", read_only: true };

  test.each([
    ["refused", () => ({ status: 400, body: { error: "invalid_action_body: password is too short." } })],
    ["no JSON", () => ({ status: 200, headers: { "content-type": "application/json" }, body: "password-7f3a" })],
    ["an odd body", () => ({ status: 400, body: { password: "password-7f3a" } })],
    ["unavailable", () => ({ status: 503 })],
  ])("%s", async (_, answer) => {
    const { client } = await connectTo(answer, { token: "token-7f3a" });
    expectSilent(await failureOf(client.postgres(targets.postgres).pool_user_create(body)), secrets);
  });

  test("when there is no connection", async () => {
    const client = createClient({ baseUrl: await unreachable(), token: "token-7f3a" });
    expectSilent(await failureOf(client.postgres(targets.postgres).pool_user_create(body)), secrets);
  });

  test.each(["token-7f3a\nx: y", "token-7f3aé€"])("when the token %j can't be sent", async (token) => {
    const { client, seen } = await connectTo(() => ({ status: 200, body: {} }), { token });
    const error = await failureOf(client.getProject({ project_id: projectId }));
    expect(error).toMatchObject({
      name: "InvalidCallError",
      message: "getProject has a header authorization that can't be sent",
    });
    expectSilent(error, secrets);
    expect(seen).toEqual([]);
  });

  test("when a header can't be sent", async () => {
    const { client } = await connectTo(() => ({ status: 200, body: {} }));
    const error = await failureOf(client.getProject({ project_id: projectId }, { headers: { "x-key": "token-7f3a\n" + "b" } }));
    expect(error).toMatchObject({ name: "InvalidCallError", message: "getProject has a header x-key that can't be sent" });
    expectSilent(error, secrets);
  });
});

/** An address where nobody listens. */
async function unreachable(): Promise<string> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

/** Nothing of an error that gets printed has one of the texts, nor has what caused it. */
function expectSilent(error: unknown, texts: readonly string[]): void {
  expect(error).toBeInstanceOf(ClientError);
  expect((error as Error).cause).toBeUndefined();
  const { message, stack } = error as Error;
  const shown = [message, stack, inspect(error, { depth: 9, showHidden: true }), String(error), JSON.stringify(error)].join("\n");
  for (const text of texts) expect(shown).not.toContain(text);
}
