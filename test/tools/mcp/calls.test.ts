import { beforeEach, describe, expect, test } from "vitest";
import { load } from "../../../generator/live/index.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { bindServiceOf } from "../../../templates/runtime/mcp/bind-service.js";
import { connect, eras, mcpOf, type Connection } from "./connect.js";
import { contractOf } from "./contract-of.js";

const contract = await load("spec/openapi.yaml");
const target = { project_id: "00000000-0000-4000-8000-000000000001", service_id: "00000000-0000-4000-8000-000000000002" };
const collection = `/v1/projects/${target.project_id}/services`;
const tokens = {
  "all-of-it": { scopes: ["service:read", "service:data", "service:write", "service:admin"] },
  reader: { scopes: ["service:read"] },
};
const mock = mockOf(contract, { tempo: 30, tokens, log: (message) => expect.fail(message) });
const service = {
  id: target.service_id,
  project_id: target.project_id,
  type: "postgres",
  plan: "dedicated",
  name: "orders",
  status: "active",
};

beforeEach(() => {
  mock.reset();
  mock.setState({ collections: { [collection]: [service] } });
});

const apiOf = (token = "all-of-it") => ({ baseUrl: "http://mock.invalid", token, fetch: mock.fetch });
const agree = () => ({ action: "accept", content: { confirm: true } }) as const;
const start = (more: Partial<Connection> = {}) => connect({ contract, api: apiOf(), ...more });
const sent = () => mock.requests.map(({ method, action, operation }) => action ?? `${method} ${operation}`);

describe.each(eras)("%s", (era) => {
  test("tools are listed and called", async () => {
    const { client, call, outcomes } = await start({ era });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(90);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const { structuredContent, isError, text } = await call("postgres_add_ip", { ...target, cidr: "203.0.113.0/24" });
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ status: "ok", result: { entry: { cidr: "203.0.113.0/24" } } });
    expect(JSON.parse(text)).toEqual(structuredContent);
    expect(outcomes()).toEqual(["ok"]);
  });

  test("two clients are listed the same", async () => {
    const [one, other] = [await start({ era }), await start({ era, respond: agree })];
    expect(await one.client.listTools()).toEqual(await other.client.listTools());
  });

  test("a person is asked about exactly one destructive call", async () => {
    const asked: string[] = [];
    const { call, outcomes } = await start({
      era,
      respond: (message) => {
        asked.push(message);
        return agree();
      },
    });
    const { isError } = await call("postgres_disable_extension", { ...target, extension: "pg_trgm" });
    expect([isError ?? false, asked.length]).toEqual([false, 1]);
    expect(asked[0]).toContain('on "orders"');
    expect(asked[0]).toContain(`service_id "${target.service_id}"`);
    await call("postgres_disable_extension", { ...target, extension: "pg_trgm" });
    expect([asked.length, outcomes()]).toEqual([2, ["asked", "ok", "asked", "ok"]]);
  });

  test.each([
    { action: "decline" },
    { action: "cancel" },
    { action: "accept", content: { confirm: false } },
    { action: "accept", content: {} },
  ] as const)("a person who doesn't agree: $action $content", async (response) => {
    const { call, outcomes } = await start({ era, respond: () => response });
    const { isError, text } = await call("postgres_disable_extension", { ...target, extension: "pg_trgm" });
    expect([isError, text]).toEqual([true, "postgres_disable_extension was not called: the person did not agree."]);
    expect([outcomes(), sent()]).toEqual([["asked", "refused"], ["GET getService"]]);
  });

  test("a client that can't ask is refused, and nothing is sent", async () => {
    const { call, outcomes } = await start({ era });
    const { isError, text } = await call("postgres_disable_extension", { ...target, extension: "pg_trgm" });
    const code =
      era === "2026-07-28" ? /^-32021: postgres_disable_extension is destructive/ : /^postgres_disable_extension is destructive/;
    expect([isError, text]).toEqual([true, expect.stringMatching(code)]);
    expect(text).toContain("(destructive: allow)");
    expect([outcomes(), sent()]).toEqual([["refused"], []]);
  });

  test("modes: refuse and allow", async () => {
    const refusing = await start({ era, destructive: "refuse", respond: agree });
    expect((await refusing.call("postgres_disable_extension", { ...target, extension: "pg_trgm" })).isError).toBe(true);
    expect(sent()).toEqual([]);
    const allowing = await start({ era, destructive: "allow" });
    expect((await allowing.call("postgres_disable_extension", { ...target, extension: "pg_trgm" })).isError).toBeFalsy();
    expect(sent()).toEqual(["disable_extension"]);
  });

  test("a person isn't asked about what can't be done", async () => {
    const { call } = await start({ era, respond: () => expect.fail("asked") });
    expect((await call("postgres_disable_extension", { ...target, no_such: 1 })).text).toContain("/no_such is not allowed");
    mock.setState({ collections: { [collection]: [{ ...service, status: "deleting" }] } });
    expect((await call("postgres_disable_extension", { ...target, extension: "pg_trgm" })).text).toContain(
      "is not available: Not possible while the service is deleting",
    );
  });

  test("an asynchronous action is followed, with progress", async () => {
    const { client, outcomes } = await start({ era });
    const progress: (string | undefined)[] = [];
    const result = await client.callTool(
      { name: "postgres_backup_now", arguments: { ...target } },
      { onprogress: ({ message }) => void progress.push(message) },
    );
    expect(result.structuredContent).toMatchObject({ finished: true, outcome: { status: "succeeded" } });
    expect([progress[0], progress.at(-1)]).toEqual(["queued", "succeeded"]);
    expect(outcomes()).toEqual(["ok"]);
  });

  test("after the limit, it says how to go on", async () => {
    const slow = mockOf(contract, { tempo: 600_000 });
    slow.setState({ collections: { [collection]: [service] } });
    const { call, outcomes } = await start({ era, wait: 500, api: { ...apiOf(), fetch: slow.fetch } });
    const { structuredContent, text } = await call("postgres_backup_now", { ...target });
    expect(structuredContent).toMatchObject({ finished: false, outcome: { status: "queued" } });
    expect(text).toMatch(
      /its state is queued\. Call postgres_service_health on the same resource until its state is .*succeeded.*operation_id "/,
    );
    expect(outcomes()).toEqual(["pending"]);
  });

  test("a cancelled call is followed no longer", async () => {
    const slow = mockOf(contract, { tempo: 600_000 });
    slow.setState({ collections: { [collection]: [service] } });
    const api = { ...apiOf(), fetch: slow.fetch };
    const { client, outcomes, logs } = await start({ era, wait: 60_000, api });
    const controller = new AbortController();
    const call = { name: "postgres_backup_now", arguments: { ...target } };
    const running = client.callTool(call, { signal: controller.signal });
    await expect.poll(() => slow.requests.length, { timeout: 60_000 }).toBeGreaterThan(2);
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    await expect.poll(() => outcomes(), { timeout: 60_000 }).toEqual(["cancelled"]);
    const { length } = slow.requests;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([slow.requests.length, logs.errors]).toEqual([length, []]);
  });
});

test("since 2026-07-28, lists may be kept", async () => {
  const { client } = await start({ era: "2026-07-28" });
  expect(await client.listTools()).toMatchObject({ ttlMs: 300_000, cacheScope: "private" });
});

describe("an agreement", () => {
  const name = "postgres_disable_extension";
  const given = { ...target, extension: "pg_trgm" };
  /** A client that answers itself: it may repeat what it has received, and change it. */
  const manual = async () => {
    const { client, outcomes } = await start({ era: "2026-07-28", respond: agree });
    const send = (args: object, more: object = {}) => {
      const params = { name, arguments: args as Record<string, unknown>, ...more };
      return client.request({ method: "tools/call", params }, { allowInputRequired: true });
    };
    const state = async () => ((await send(given)) as unknown as { requestState: string }).requestState;
    return { send, state, outcomes };
  };
  const inputResponses = { confirm: agree() };

  test("lets one call through", async () => {
    const { send, state, outcomes } = await manual();
    const requestState = await state();
    expect(await send(given, { requestState, inputResponses })).toMatchObject({ structuredContent: { status: "ok" } });
    expect(await send(given, { requestState, inputResponses })).toMatchObject({ isError: true });
    expect(outcomes()).toEqual(["asked", "ok", "refused"]);
  });

  test.each([
    ["other arguments", { ...given, extension: "citext" }, {}],
    ["another service", { ...given, service_id: "00000000-0000-4000-8000-000000000003" }, {}],
    ["no state", given, { requestState: undefined }],
  ])("not with %s", async (_, args, more) => {
    const { send, state } = await manual();
    const requestState = await state();
    expect(await send(args, { requestState, inputResponses, ...more })).toMatchObject({ isError: true });
    expect(sent()).not.toContain("disable_extension");
  });

  test("not with a state of the caller's own", async () => {
    const { send, state } = await manual();
    const requestState = `${(await state()).slice(0, -4)}AAAA`;
    await expect(send(given, { requestState, inputResponses })).rejects.toThrow("Invalid or expired requestState");
    expect(sent()).not.toContain("disable_extension");
  });

  test("does not show a password", async () => {
    const asked: string[] = [];
    const respond = (message: string) => {
      asked.push(message);
      return agree();
    };
    const { call } = await start({ respond });
    await call("postgres_pool_user_rotate", { ...target, username: "web_app", password: "example-horse-battery-staple" });
    expect(asked).toEqual([expect.stringContaining('{"username":"web_app","password":"[redacted]"}')]);
  });

  test("is bound to the arguments, and is used once", async () => {
    const states: string[] = [];
    const { call } = await start({
      era: "2026-07-28",
      respond: (message) => {
        states.push(message);
        return agree();
      },
    });
    await call("postgres_disable_extension", { ...target, extension: "pg_trgm" });
    await call("postgres_disable_extension", { ...target, extension: "citext" });
    expect(states).toHaveLength(2);
    expect(states[1]).toContain('{"extension":"citext"}');
  });
});

describe("scopes", () => {
  test("the API rejects what the token may not call", async () => {
    const { call, outcomes } = await start({ api: apiOf("reader") });
    const { isError, text } = await call("postgres_add_ip", { ...target, ip: "203.0.113.7" });
    expect([isError, text, outcomes()]).toEqual([true, expect.stringContaining("returned 403"), ["403"]]);
  });

  test("what a token may not call is no tool if its scopes are known", async () => {
    const { call, outcomes } = await start({ api: apiOf("reader"), scopes: ["service:read"] });
    const { isError, text } = await call("postgres_add_ip", { ...target, ip: "203.0.113.7" });
    expect([isError, text, outcomes()]).toEqual([true, '-32602: there is no tool "postgres_add_ip"', ["unknown"]]);
  });
});

describe("a server bound to a service", () => {
  const bound = (status = "active") => {
    mock.setState({ collections: { [collection]: [{ ...service, status }] } });
    return bindServiceOf(mcpOf(contract), apiOf(), [target.project_id, target.service_id], undefined);
  };

  test("has the actions of its type, enabled ones first, without arguments for the service", async () => {
    const { client, call } = await start({ service: await bound("suspended") });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const enabled = (await bound("suspended")).enabled!;
    expect(enabled.size).toBeGreaterThan(0);
    const isEnabled = names.slice(1).map((name) => enabled.has(name.replace("postgres_", "")));
    expect(isEnabled).toEqual([...isEnabled].sort((one, other) => Number(other) - Number(one)));
    expect(names[0]).toBe("getService");
    expect((await call("postgres_list_backups", {})).isError).toBeFalsy();
    expect((await call("postgres_list_backups", { service_id: "other" })).text).toContain("/service_id is not allowed");
  });

  test("refuses a disabled action with the reason of the contract", async () => {
    const { call, outcomes } = await start({ service: await bound("suspended") });
    const { isError, text } = await call("postgres_add_ip", { ip: "203.0.113.7" });
    expect([isError, text]).toEqual([true, "postgres_add_ip is not available: Not possible while the service is suspended."]);
    expect([outcomes(), sent()]).toEqual([["409"], ["GET getService", "GET getService"]]);
  });

  test("calls an action that was enabled since", async () => {
    const service = await bound("suspended");
    await bound("active");
    const { call } = await start({ service });
    expect((await call("postgres_add_ip", { ip: "203.0.113.7" })).isError).toBeFalsy();
  });

  test.each([
    [["a"], "expected project_id/service_id"],
    [["a", ""], "expected project_id/service_id"],
    [["a", "b", "c"], "expected project_id/service_id"],
  ] as const)("%j", async (values, message) => {
    await expect(bindServiceOf(mcpOf(contract), apiOf(), values, undefined)).rejects.toThrow(message);
  });

  test("of another type, or of none", async () => {
    await expect(bindServiceOf(mcpOf(contract), apiOf(), [target.project_id, target.service_id], "search")).rejects.toThrow(
      "not of the type search",
    );
    await expect(
      bindServiceOf(mcpOf(contract), apiOf("none-such"), [target.project_id, target.service_id], undefined),
    ).rejects.toThrow("401");
  });
});

describe("above the budget", () => {
  test.each(eras)("three tools find, describe and call all others, and ask too (%s)", async (era) => {
    let asked = 0;
    const { client, call, outcomes, servers } = await start({ era, budget: 100, respond: () => (asked++, agree()) });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search_tools", "describe_tool", "invoke_tool"]);
    expect(servers.tokens.all).toBeGreaterThan(servers.tokens.listed * 50);
    const found = (await call("search_tools", { query: "disable extension" })).structuredContent as { tools: { name: string }[] };
    expect(found.tools[0]!.name).toBe("postgres_disable_extension");
    const described = (await call("describe_tool", { name: "postgres_disable_extension" })).structuredContent;
    expect(described).toMatchObject({ annotations: { destructiveHint: true }, inputSchema: { type: "object" } });
    expect(
      (await call("invoke_tool", { name: "postgres_disable_extension", arguments: { ...target, extension: "pg_trgm" } })).isError,
    ).toBeFalsy();
    expect(asked).toBe(1);
    expect((await call("postgres_disable_extension", { ...target, extension: "pg_trgm" })).text).toContain("there is no tool");
    expect((await call("invoke_tool", { name: "invoke_tool" })).text).toContain("there is no tool");
    expect((await call("invoke_tool", { name: "postgres_list_backups", arguments: "x" })).isError).toBe(true);
    expect(outcomes()).toEqual(["ok", "ok", "asked", "ok", "unknown", "unknown", "invalid"]);
  });
});

describe("hostile arguments", () => {
  test.each([
    ["postgres_add_ip", { ...target, ip: "x", __proto__: { a: 1 }, constructor: 1 }],
    [
      "postgres_add_ip",
      JSON.parse(
        `{"project_id":"${target.project_id}","service_id":"${target.service_id}","__proto__":{"ip":"203.0.113.7"}}`,
      ) as object,
    ],
    ["postgres_add_ip", { project_id: "..", service_id: "../../x", ip: "203.0.113.7" }],
    ["postgres_add_ip", { project_id: { toString: "x" }, service_id: ["a"], ip: "203.0.113.7" }],
    ["postgres_add_ip", { ip: "203.0.113.7" }],
    ["postgres_add_ip", { ...target, action: "reset_password", ip: "203.0.113.7" }],
    ["postgres_add_ip", { ...target, body: { ip: "203.0.113.7" } }],
    ["getService", { ...target, live: "maybe" }],
    ["getService", { ...target, "x-other": "\ud800" }],
    ["__proto__", {}],
    ["constructor", {}],
  ])("%s %j is an error, and changes nothing", async (name, args) => {
    const { call, logs } = await start();
    const { isError } = await call(name, args as Record<string, unknown>);
    expect([isError, logs.errors]).toEqual([true, []]);
    expect(mock.requests.filter(({ status, method }) => status < 300 && method !== "GET")).toEqual([]);
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });

  test("an invalid body is rejected with the contract's rules and paths", async () => {
    const { call } = await start();
    const { text } = await call("postgres_add_ip", { ...target, ip: 1, more: true });
    expect(text).toContain("postgres.add_ip violates the contract: ");
    expect(text).toContain("/more is not allowed");
    expect(text).toContain("/ip must be string");
    expect(sent()).toEqual([]);
  });

  test("a status that the contract doesn't declare is no result", async () => {
    const declared = contractOf(`
  /racks/{id}/actions/{action}:
    post:
      operationId: runAction
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { action: { type: string }, status: { type: string }, result: {} } } } }
      x-platform-rack-actions:
        rename: { label: Rename, statuses: [renamed], result: { type: object } }
`);
    const body = { action: "rename", status: "surprising", result: {} };
    const { call } = await connect({
      contract: declared,
      api: { baseUrl: "http://api.invalid", fetch: () => Promise.resolve(Response.json(body)) },
    });
    const result = await call("rack_rename", { id: "1" });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).toContain("was executed, but its response violates the contract: its status is not declared");
    expect(JSON.stringify(result)).not.toContain("surprising");
  });
});

describe("secrets", () => {
  const canary = "canary-7b1d";
  const leaking = contractOf(`
  /things:
    post:
      operationId: addThing
      requestBody: { content: { application/json: { schema: { type: object, required: [password], properties: { password: { type: string, format: password, minLength: 20 }, name: { type: string } } } } } }
      responses:
        "200": { description: Added., content: { application/json: { schema: { type: object, additionalProperties: true, properties: { name: { type: string } } } } } }
  /leak:
    get:
      operationId: leak
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object, properties: { pass: { type: string, format: password } } } } } }
  /keys:
    get:
      operationId: keys
      x-platform-reveal: true
      responses:
        "200": { description: Keys., content: { application/json: { schema: { type: object, properties: { key: { type: string, format: password } } } } } }
`);

  test.each([
    [
      "a success",
      200,
      { name: `a ${canary}`, password: canary, PASSWORD: `${canary}-2`, nested: [{ password: { deep: canary } }] },
    ],
    ["an error", 409, { error: `conflict: ${canary}` }],
    ["an invalid response", 200, { name: { text: canary } }],
    ["a failure", 500, { error: canary }],
  ] as const)("neither the token nor a marked value is in the result of %s, a log or a question", async (_, status, body) => {
    const texts: string[] = [];
    const { call, logs } = await connect({
      contract: leaking,
      secrets: [canary],
      api: { baseUrl: "http://api.invalid", token: canary, fetch: () => Promise.resolve(Response.json(body, { status })) },
      respond: (message) => {
        texts.push(message);
        return agree();
      },
    });
    const result = await call("addThing", { password: `secret-of-the-user-${canary}`, name: "x" });
    const leaked = await call("leak", {});
    const invalid = await call("addThing", { password: canary });
    texts.push(
      JSON.stringify(result),
      JSON.stringify(leaked),
      JSON.stringify(invalid),
      ...logs.audit,
      ...logs.errors.map(String),
    );
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => text.includes("canary") || text.includes("secret-of"))).toEqual([]);
  });

  test("of no action, whatever the API responds", async () => {
    const bodies: readonly ((action: string) => Response)[] = [
      (action) => Response.json({ action, status: "ok", result: { password: canary, token: canary }, password: canary }),
      (action) => Response.json({ action, status: canary, result: canary, message: canary }),
      () => Response.json({ error: `internal_error: ${canary}` }, { status: 500 }),
      () => new Response(`<p>${canary}</p>`, { status: 502, headers: { "content-type": "text/html" } }),
      () => new Response(canary, { headers: { "content-type": "application/json" } }),
      () => new Response(undefined, { status: 302, headers: { location: `https://evil.example/${canary}` } }),
    ];
    let respond = bodies[0]!;
    const { call, logs } = await connect({
      contract,
      secrets: [canary],
      destructive: "allow",
      api: {
        baseUrl: "http://api.invalid",
        token: canary,
        fetch: (url) => Promise.resolve(respond(url.slice(url.lastIndexOf("/") + 1))),
      },
    });
    const texts: string[] = [];
    const actions = contract.model.serviceTypes.flatMap((type) => type.actions);
    for (const body of bodies) {
      respond = body;
      // At once, because some are repeated after a while.
      const results = actions.map(({ serviceType, name, examples }) =>
        call(`${serviceType}_${name}`, { ...target, ...(examples[0]!.body as object | undefined) }),
      );
      texts.push(...(await Promise.all(results)).map((result) => JSON.stringify(result)));
    }
    expect(texts).toHaveLength(86 * bodies.length);
    expect([...texts, ...logs.audit, ...logs.errors.map(String)].filter((text) => text.includes(canary))).toEqual([]);
    const outcomes = new Set(logs.audit.map((line) => (JSON.parse(line) as { outcome: string }).outcome));
    expect([...outcomes].sort()).toEqual(["302", "500", "502", "InvalidResponseError"]);
  });

  test("a secret in base64 is found at any place of it", async () => {
    const body = ["Basic x", "Bearer ", "abc"].map((before) => Buffer.from(`${before}${canary} and more`).toString("base64"));
    const { call } = await connect({
      contract: leaking,
      destructive: "allow",
      api: {
        baseUrl: "http://api.invalid",
        token: canary,
        fetch: () => Promise.resolve(Response.json({ name: body.join(" ") })),
      },
    });
    const { name } = (
      (await call("addThing", { password: "another-secret-of-the-user" })).structuredContent as { result: { name: string } }
    ).result;
    expect(name.split("[redacted]")).toHaveLength(4);
    expect(name.split(/\[redacted\]|\s/).map((part) => Buffer.from(part, "base64").toString())).not.toContainEqual(
      expect.stringContaining("7b1d"),
    );
  });

  test("a secret that is a word of the contract changes no result", async () => {
    const named = contractOf(`
  /users:
    post:
      operationId: addUser
      requestBody: { content: { application/json: { schema: { type: object, properties: { password: { type: string, format: password } } } } } }
      responses:
        "200": { description: Added., content: { application/json: { schema: { type: object, properties: { username: { type: string }, phase: { enum: [active] } } } } } }
`);
    const answer = { username: "active users: 1", phase: "active" };
    const { call } = await connect({
      contract: named,
      destructive: "allow",
      api: { baseUrl: "http://api.invalid", fetch: () => Promise.resolve(Response.json(answer)) },
    });
    const resultOf = async (password: string) =>
      ((await call("addUser", { password })).structuredContent as { result: unknown }).result;
    expect(await resultOf("username")).toEqual(answer);
    expect(await resultOf("active")).toEqual({ username: "[redacted] users: 1", phase: "active" });
  });

  test("calls have another hash in the log of another server", async () => {
    const hashes = await Promise.all(
      [1, 2].map(async () => {
        const { call, logs } = await start();
        for (const ip of ["203.0.113.7", "203.0.113.7", "203.0.113.8"]) await call("postgres_add_ip", { ...target, ip });
        return logs.audit.map((line) => (JSON.parse(line) as { arguments: string }).arguments);
      }),
    );
    for (const [one, same, other] of hashes) expect([one === same, one === other]).toEqual([true, false]);
    expect(hashes[0]![0]).not.toBe(hashes[1]![0]);
  });

  test("what reveals is no tool", async () => {
    const { client } = await connect({ contract: leaking, api: { baseUrl: "http://api.invalid" } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["addThing", "leak"]);
  });

  test("a secret of a declared name is hidden without its value being known", async () => {
    const body = { pass: "hunter-2-hunter" };
    const { call } = await connect({
      contract: leaking,
      api: { baseUrl: "http://api.invalid", fetch: () => Promise.resolve(Response.json(body)) },
    });
    expect((await call("leak", {})).structuredContent).toEqual({ result: { pass: "[redacted]" } });
  });
});

test("a log has the tool, the caller, a hash and the outcome, and no value", async () => {
  const { call, logs } = await start();
  await call("postgres_add_ip", { ...target, cidr: "203.0.113.0/24" });
  await call("postgres_add_ip", { cidr: "203.0.113.0/24", ...target });
  const [one, other] = logs.audit.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(one).toEqual({
    audit: "mcp",
    tool: "postgres_add_ip",
    caller: "tester 2",
    arguments: expect.stringMatching(/^[0-9a-f]{64}$/),
    outcome: "ok",
    ms: expect.any(Number),
  });
  expect([other!["arguments"], other!["outcome"]]).toEqual([one!["arguments"], "409"]);
  expect(logs.audit.join("")).not.toContain("203.0.113");
});
