import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { load, type LiveContract } from "../../../generator/live/index.js";
import { mockOf, type MockOptions } from "../../../generator/tools/mock/mock.js";
import { temporaryFolder } from "../../support/command-line.js";

let contract: LiveContract;
beforeAll(async () => {
  contract = await load("spec/openapi.yaml");
});

const project = "/v1/projects/00000000-0000-4000-8000-000000000001";

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** A mock whose clock is moved by hand, and how to call it. */
function start(options: MockOptions = {}) {
  let time = 0;
  const mock = mockOf(contract, { now: () => time, tempo: 1_000, log: (message) => expect.fail(message), ...options });
  const call = async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await mock.fetch(`http://mock.invalid${path}`, {
      method,
      headers: { authorization: "Bearer any", ...(body && { "content-type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Answer = {
      status: response.status,
      body: text === "" ? {} : (JSON.parse(text) as Answer["body"]),
      headers: response.headers,
    };
    return answer;
  };
  return { mock, call, pass: (milliseconds: number) => void (time += milliseconds) };
}

/** Creates a service, which is ready. */
async function createService({ call, pass }: ReturnType<typeof start>, more: object = {}) {
  const created = await call("POST", `${project}/services`, { type: "postgres", name: "orders", plan: "dedicated", ...more });
  expect(created.status).toBe(201);
  pass(1_000);
  const path = `${project}/services/${String(created.body["id"])}`;
  const invoke = (action: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    call("POST", `${path}/actions/${action}`, body, headers);
  return { path, invoke, created };
}

describe("resources", () => {
  test("what is created is read, and listed", async () => {
    const started = start();
    const { path, created } = await createService(started);
    expect(created.headers.get("location")).toBe(path);
    expect(created.body).toMatchObject({ type: "postgres", name: "orders", plan: "dedicated", status: "provisioning" });
    const read = await started.call("GET", path);
    expect(read.body).toMatchObject({ id: created.body["id"], name: "orders" });
    const listed = await started.call("GET", `${project}/services`);
    expect(listed.body["services"]).toEqual([read.body]);
    expect((await started.call("GET", `${project.replace(/1$/, "2")}/services`)).body["services"]).toEqual([]);
  });

  test("the same seed makes up the same values, another one others", async () => {
    const bodies = await Promise.all(
      [1, 1, 2].map(
        async (seed) =>
          (await start({ seed }).call("POST", `${project}/services`, { type: "postgres", name: "a", plan: "dedicated" })).body,
      ),
    );
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]!["id"]).not.toBe(undefined);
  });

  test("an item that was not created does not exist, unless nothing creates such items", async () => {
    const { call } = start();
    expect((await call("GET", `${project}/services/00000000-0000-4000-8000-00000000000f`)).status).toBe(404);
    expect(await call("GET", project)).toMatchObject({ status: 200, body: { id: project.slice(-36) } });
  });
});

describe("services", () => {
  test("status and capabilities follow the life cycle", async () => {
    const started = start();
    const { path, created } = await createService(started);
    const actionsIn = ({ body }: Answer) =>
      (body["capabilities"] as { actions: { name: string; enabled: boolean; reason?: string }[] }).actions;
    const before = actionsIn(created).find(({ name }) => name === "add_ip");
    expect(before).toMatchObject({ enabled: false, reason: "Not possible while the service is provisioning." });
    const after = await started.call("GET", path);
    expect(after.body["status"]).toBe("active");
    expect(actionsIn(after).find(({ name }) => name === "add_ip")).toMatchObject({ enabled: true });
  });

  test("an action that is not available is rejected with the advertised reason", async () => {
    const started = start();
    const { body } = await started.call("POST", `${project}/services`, { type: "postgres", name: "a", plan: "dedicated" });
    const { status, body: error } = await started.call("POST", `${project}/services/${String(body["id"])}/actions/add_ip`, {
      ip: "192.0.2.1",
    });
    expect({ status, error }).toMatchObject({
      status: 409,
      error: { error: "action_unavailable: Not possible while the service is provisioning." },
    });
  });

  test("actions keep what they add, list it and remove it", async () => {
    const { invoke } = await createService(start());
    await invoke("add_ip", { ip: "192.0.2.1" });
    const listed = (await invoke("list_ip_allowlist")).body["result"] as { entries: { cidr: string }[] };
    expect(listed.entries).toHaveLength(1);
    const { cidr } = listed.entries[0]!;
    expect((await invoke("remove_ip", { cidr })).status).toBe(200);
    expect((await invoke("list_ip_allowlist")).body["result"]).toMatchObject({ entries: [] });
  });

  test("a result that the same action returns again is kept until it is done", async () => {
    const started = start();
    const { invoke } = await createService(started);
    const resultOf = ({ body }: Answer) =>
      body["result"] as { export_id: string; transfer: { state: string; url: string | null } };
    const first = resultOf(await invoke("prepare_database_export", { database: "app" }));
    const other = resultOf(await invoke("prepare_database_export", { database: "other" }));
    expect(other.export_id).not.toBe(first.export_id);
    const poll = async ({ export_id }: { export_id: string }) => resultOf(await invoke("prepare_database_export", { export_id }));
    expect(first.transfer.state).toBe("preparing");
    expect(await poll(first)).toEqual(first);
    const kept = started.mock.state.read();
    started.mock.setState(structuredClone(kept));
    started.pass(1_000);
    expect(await poll(first)).toMatchObject({ export_id: first.export_id, transfer: { state: "ready" } });
    expect(await poll(other)).toMatchObject({ database: "other", transfer: { state: "ready" } });
    const unknown = await invoke("prepare_database_export", { export_id: "00000000-0000-4000-8000-00000000000f" });
    expect(unknown).toMatchObject({ status: 404, body: { error: expect.stringMatching(/^export_not_found/) as unknown } });
    // Without an id of its own: the same body.
    const backup = { backup_id: "00000000-0000-4000-8000-00000000000b" };
    expect(resultOf(await invoke("prepare_backup_download", backup)).transfer.state).toBe("preparing");
    started.pass(1_000);
    expect(resultOf(await invoke("prepare_backup_download", backup)).transfer.state).toBe("ready");
  });

  test("results repeat what was sent", async () => {
    const { invoke } = await createService(start());
    const { status, body } = await invoke("add_replica", { name: "reporting" });
    expect(status).toBe(202);
    expect(body["result"]).toMatchObject({ replica: { name: "reporting" } });
  });

  test("a body that the contract rejects is rejected", async () => {
    const { invoke } = await createService(start());
    expect((await invoke("add_replica", { name: 7 })).body["error"]).toBe("invalid_action_body: /name must be string.");
  });
});

describe("preferences", () => {
  test("a declared error is sent on demand", async () => {
    const { invoke } = await createService(start());
    const { status, body, headers } = await invoke("add_ip", { ip: "192.0.2.1" }, { prefer: "error=allowlist_full" });
    expect(status).toBe(409);
    expect(body["error"]).toMatch(/^allowlist_full: /);
    expect(headers.get("preference-applied")).toBe("error=allowlist_full");
  });

  test("every error that an action declares can be provoked", async () => {
    const started = start({ log: () => undefined });
    for (const type of contract.model.serviceTypes) {
      for (const { name, errors, examples, states, plans } of type.actions) {
        const id = "00000000-0000-4000-8000-00000000000a";
        const status = states?.[0] ?? "active";
        const service = { id, project_id: project.slice(-36), type: type.name, plan: plans?.[0] ?? "shared", name: "a", status };
        started.mock.state.write({ collections: { [`${project}/services`]: [service] } });
        for (const { code, status: expected } of errors) {
          const path = `${project}/services/${id}/actions/${name}`;
          const body = (examples[0]?.body ?? {}) as object;
          const answer = await started.call("POST", path, body, { prefer: `error=${code}` });
          expect(`${name} ${code} ${answer.status}`).toBe(`${name} ${code} ${expected}`);
          expect(String(answer.body["error"]).startsWith(`${code}: `)).toBe(true);
        }
      }
    }
  });

  test("what can't be applied is named", async () => {
    const { path } = await createService(start());
    const started = start();
    const { headers } = await started.call("GET", project, undefined, { prefer: "code=418, respond-async, error=nothing" });
    expect(headers.get("mock-preference-ignored")).toBe("code=418, error=nothing, respond-async");
    expect(path).toContain("/services/");
  });

  test("a status that the operation declares is sent with a valid body", async () => {
    const { call } = start();
    const { status, headers } = await call("GET", project, undefined, { prefer: "code=404" });
    expect([status, headers.get("preference-applied")]).toEqual([404, "code=404"]);
  });
});

describe("callers", () => {
  test("no token is 401, a missing scope 403", async () => {
    const { mock, call } = start({ tokens: { little: { scopes: [] }, some: { scopes: ["service:read", "project:read"] } } });
    expect((await mock.fetch(`http://mock.invalid${project}`)).status).toBe(401);
    expect((await call("GET", project)).status).toBe(401);
    expect((await call("GET", project, undefined, { authorization: "Bearer little" })).status).toBe(403);
  });

  test("a token can be bound to values of the path", async () => {
    const scopes = contract.model.operations.flatMap(({ security }) => security.flatMap((one) => Object.values(one).flat()));
    const { call } = start({ tokens: { any: { scopes, path: { project_id: ["another"] } } } });
    expect((await call("GET", project)).status).toBe(404);
  });
});

describe("control", () => {
  test("state, requests and replies", async () => {
    const { call, mock } = start();
    await call("POST", "/__mock/replies", { path: project, times: 2, status: 503, headers: { "Retry-After": "1" } });
    expect((await call("GET", project)).status).toBe(503);
    expect((await call("GET", project)).headers.get("retry-after")).toBe("1");
    expect((await call("GET", project)).status).toBe(200);
    expect(mock.requests.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect((await call("GET", "/__mock/requests")).body).toHaveLength(3);
    expect((await call("GET", "/__mock/state")).body).toMatchObject({ collections: { "/v1/projects": [{}] } });
    await call("POST", "/__mock/reset", {});
    expect((await call("GET", "/__mock/state")).body["collections"]).toEqual({});
    expect(mock.requests).toEqual([]);
  });

  test("can be switched off", async () => {
    expect((await start({ control: false }).call("GET", "/__mock/state")).status).toBe(404);
  });

  test("a handler of one's own replaces the mock's", async () => {
    const handlers = {
      operations: {
        getProject: async (_: unknown, { mocked }: { mocked: () => unknown }) => {
          const response = (await mocked()) as { body: object };
          return { ...response, body: { ...response.body, name: "mine" } };
        },
      },
    };
    expect((await start({ handlers }).call("GET", project)).body["name"]).toBe("mine");
  });
});

test("a secret is only behind the operation that reveals it", async () => {
  const started = start();
  const { path } = await createService(started);
  const { status, body } = await started.call("GET", `${path}/credential`);
  expect(status).toBe(200);
  const shown = Object.values(body).filter((value) => typeof value === "string" && value.length > 12);
  const texts = JSON.stringify(started.mock.state.read());
  expect(shown.filter((value) => texts.includes(String(value)))).toEqual([]);
});

test("a token has the scopes of its own scheme, not those of another that needs fewer", async () => {
  const things = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        get: {
          operationId: "listThings",
          security: [{ login: ["read"] }, { key: [] }],
          responses: { "200": { description: "Things.", content: { "application/json": { schema: { type: "object" } } } } },
        },
      },
    },
    components: {
      securitySchemes: {
        login: { type: "openIdConnect", openIdConnectUrl: "https://login.example/.well-known/openid-configuration" },
        key: { type: "apiKey", in: "header", name: "X-Key" },
      },
    },
  };
  const file = path.join(temporaryFolder(), "openapi.json");
  writeFileSync(file, JSON.stringify(things));
  const mock = mockOf(await load(file), { tokens: { reader: { scopes: ["read"] }, nobody: { scopes: [] } } });
  const status = async (headers: Readonly<Record<string, string>>) =>
    (await mock.fetch("http://mock.invalid/things", { headers })).status;
  expect(await status({ authorization: "Bearer reader" })).toBe(200);
  expect(await status({ authorization: "Bearer nobody" })).toBe(403);
  expect(await status({ "x-key": "nobody" })).toBe(200);
  expect(await status({ authorization: "Bearer nobody", "x-key": "nobody" })).toBe(403);
});
