import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { CallError, type LiveApplication, createServer, load, toFetchHandler } from "../../../generator/live/index.js";
import type { Caller } from "../src/access/caller.js";
import { createApplication } from "../src/application.js";
import { createPool } from "../src/database/connections.js";
import { createPostgresStore } from "../src/database/idempotency.js";
import { pruneHistories } from "../src/operations/prune.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

const contractText = `openapi: 3.1.0
info: { title: Payments, version: "1" }
security: [{ bearer: [] }]
paths:
  /payments:
    post:
      operationId: pay
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { amount: { type: integer } } } } } }
      responses: { "200": { description: Paid., content: { application/json: { schema: { type: object, properties: { number: { type: integer } } } } } } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`;

const file = join(mkdtempSync(join(tmpdir(), "idempotency-")), "openapi.yaml");
writeFileSync(file, contractText);
const contract = await load(file);

const pools: Pool[] = [];

const logged: string[] = [];

afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/** An instance of a server, with connections of its own. */
function instance(pay: () => unknown, lease = 300) {
  const { connectionString } = plane.current.platform.database.options as { connectionString: string };
  const pool = createPool({ connectionString, max: 5 });
  pools.push(pool);
  const server = createServer(contract, {
    authenticate: ({ headers }) => ({ name: String(headers["authorization"]), scopes: [] }),
    canAccess: () => true,
    log: ({ message }) => void logged.push(message),
    handlers: { operations: { pay } },
    idempotency: { store: createPostgresStore(pool), callerOf: (principal) => (principal as { name: string }).name, lease },
  });
  const handle = toFetchHandler(server);
  return async (key: string, body: object = {}, caller = "ann") => {
    const headers = { authorization: caller, "idempotency-key": key, "content-type": "application/json" };
    const response = await handle(
      new Request("http://api.test/payments", { method: "POST", headers, body: JSON.stringify(body) }),
    );
    return { status: response.status, text: await response.text() };
  };
}

const stored = () => plane.current.platform.database.query<Record<string, unknown>>("select * from idempotency_calls");

beforeEach(() => plane.current.platform.database.query("delete from idempotency_calls"));

test("of many calls to two instances at once, one runs; later ones are replayed", async () => {
  let ran = 0;
  const pay = async () => {
    const number = ++ran;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { status: 200, body: { number } };
  };
  const [one, other] = [instance(pay), instance(pay)];
  for (const key of ["a", "b", "c"]) {
    const before = ran;
    const calls = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other)(key));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(ran).toBe(before + 1);
    expect(statuses.filter((status) => status === 200)).not.toEqual([]);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const text = `{"number":${ran}}`;
    expect([await one(key), await other(key)]).toEqual([1, 2].map(() => ({ status: 200, text })));
    expect((await other(key, { amount: 2 })).status).toBe(422);
    expect((await other(key, {}, "bob")).text).toBe(`{"number":${ran}}`);
    expect(ran).toBe(before + 2);
  }
});

test("a huge key is stored as an id of 64 digits, and nothing in the clear", async () => {
  const call = instance(() => ({ status: 200, body: { number: 4711 } }));
  const key = "secret-key-".repeat(1000);
  expect((await call(key, { amount: 987654 })).status).toBe(200);
  const { rows } = await stored();
  expect(rows).toHaveLength(1);
  expect(rows[0]!["id"]).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(rows)).not.toMatch(/secret|4711|987654|ann/);
});

test("after a failure the other instance runs the call", async () => {
  const failing = instance(() => Promise.reject(new CallError(503, "busy", "Try again.")));
  const call = instance(() => ({ status: 200, body: { number: 1 } }));
  expect((await failing("k")).status).toBe(503);
  expect((await stored()).rows).toEqual([]);
  expect((await call("k")).status).toBe(200);
});

test("the claim of an instance that has ended counts for its lease; its late response is not stored", async () => {
  let finish = (_: unknown): void => {};
  const lost = instance(() => new Promise((resolve) => (finish = resolve)), 1);
  const call = instance(() => ({ status: 200, body: { number: 2 } }), 1);
  const first = lost("k");
  await expect.poll(async () => (await stored()).rows).toHaveLength(1);
  expect((await call("k")).status).toBe(409);
  await expect.poll(() => call("k")).toEqual({ status: 200, text: '{"number":2}' });
  finish({ status: 200, body: { number: 1 } });
  expect((await first).text).toBe('{"number":1}');
  expect((await call("k")).text).toBe('{"number":2}');
});

test("expired calls are removed", async () => {
  const call = instance(() => ({ status: 200, body: {} }));
  await call("old");
  await plane.current.platform.database.query("update idempotency_calls set expires_at = now() - interval '1 second'");
  await call("new");
  await pruneHistories(plane.current.platform.database);
  expect((await stored()).rows).toHaveLength(1);
});

test("with the overlay, services are created once, by both instances of the control plane", async () => {
  const root = new URL("../../../", import.meta.url).pathname;
  const overlays = ["examples/control-plane/idempotency.overlay.yaml"];
  const keyed = await load("generated/openapi.json", { workingFolder: root, overlays });
  const { platform, projectId, tokenText } = plane.current;
  const create = () => {
    const application = createApplication(platform);
    const store = createPostgresStore(platform.database);
    const idempotency = { store, callerOf: (caller: unknown) => (caller as Caller).orgId };
    return toFetchHandler(createServer(keyed, { ...application, idempotency } as unknown as LiveApplication));
  };
  const instances = [create(), create()];
  const send = async (index: number, key: string, name: string) => {
    const headers = { authorization: `Bearer ${tokenText}`, "idempotency-key": key, "content-type": "application/json" };
    const body = JSON.stringify({ type: "postgres", plan: "shared", name });
    const url = `http://api.test/v1/projects/${projectId}/services`;
    const response = await instances[index % 2]!(new Request(url, { method: "POST", headers, body }));
    return { status: response.status, text: await response.text() };
  };
  const key = randomUUID();
  const responses = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => send(index, key, "once")));
  expect(responses.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const created = responses.find(({ status }) => status === 201)!;
  expect([await send(0, key, "once"), await send(1, key, "once")]).toEqual([created, created]);
  // The contract has 400 for a call that can't be understood, and no 422.
  expect(await send(1, key, "twice")).toMatchObject({
    status: 400,
    text: expect.stringContaining("idempotency_key_reused") as string,
  });
  const { rows } = await platform.database.query("select name from services where project_id = $1", [projectId]);
  expect(rows).toEqual([{ name: "once" }]);
});

test("nothing was logged: no response violated the contract, and the store never failed", () => {
  expect(logged).toEqual([]);
});
