import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallError, createMemoryStore, createServer, load, type LiveApplication } from "../../generator/live/index.js";
import type { IdempotencyStore } from "../../templates/runtime/server/idempotency-store.js";
import { temporaryFolder } from "../support/command-line.js";
import { adapters } from "./adapters.js";

const contractText = `openapi: 3.1.0
info: { title: Payments, version: "1" }
security: [{ bearer: [] }]
paths:
  /accounts/{account_id}/payments:
    post:
      operationId: pay
      parameters:
        - { name: account_id, in: path, required: true, schema: { type: string } }
        - { name: Idempotency-Key, in: header, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object, required: [amount], properties: { amount: { type: integer }, note: { type: string } } } } } }
      responses:
        "201":
          description: Paid.
          headers: { Location: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { type: object, required: [number], properties: { number: { type: integer } } } } }
        "400": { description: Invalid., content: { application/json: { schema: &error { type: object, required: [error], properties: { error: { type: string } } } } } }
        "409": { description: Runs., content: { application/json: { schema: *error } } }
        "422": { description: Another call., content: { application/json: { schema: *error } } }
  /keys:
    post:
      operationId: createKey
      x-platform-reveal: true
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string } }]
      responses:
        "200": { description: Made., content: { application/json: { schema: { type: object, properties: { secret: { type: string, format: password } } } } } }
        "400": { description: Invalid., content: { application/json: { schema: *error } } }
  /files:
    put:
      operationId: putFile
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody:
        content:
          application/octet-stream: {}
          multipart/form-data: { schema: { type: object, properties: { name: { type: string }, file: { type: string, format: binary } } } }
      responses: { "200": { description: Bytes., content: { application/octet-stream: {} } } }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invoke
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
        - { name: Idempotency-Key, in: header, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: object } } } }
x-platform-cache-actions:
  flush: { label: Flush, availability: { states: [active] }, body: { type: object, additionalProperties: false, properties: { keys: { type: integer } } } }
  warm: { label: Warm, body: { type: object, additionalProperties: false, properties: { keys: { type: integer } } } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`;

const contractFile = path.join(temporaryFolder(), "openapi.yaml");
writeFileSync(contractFile, contractText);
const contract = await load(contractFile);

interface Options {
  readonly store?: IdempotencyStore;
  readonly pay?: () => unknown;
  readonly more?: Partial<LiveApplication>;
  readonly lifetime?: number;
  readonly lease?: number;
  readonly secret?: string;
}

/** A server that counts how often its handlers run. */
function serve({ store = createMemoryStore(), pay, more, ...given }: Options = {}) {
  const ran: string[] = [];
  const logged: string[] = [];
  let state = "active";
  const server = createServer(contract, {
    authenticate: ({ headers }) => {
      const [, name] = /^Bearer (\w+)$/.exec(String(headers["authorization"])) ?? [];
      return name === undefined ? undefined : { name, scopes: [] };
    },
    canAccess: () => true,
    findResource: () => ({ type: "cache", status: state }),
    log: ({ message }) => void logged.push(message),
    handlers: {
      operations: {
        async pay() {
          ran.push("pay");
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (pay) return pay();
          return { status: 201, headers: { location: `/payments/${ran.length}` }, body: { number: ran.length } };
        },
        createKey: () => ({ status: 200, body: { secret: `s3cr3t-${ran.push("createKey")}` } }),
        putFile: () => ({ status: 200, body: Uint8Array.of(ran.push("putFile"), 0, 255, 128) }),
      },
      actions: {
        cache: {
          flush: () => {
            state = "flushing";
            return { status: `ok ${ran.push("flush")}`, result: {} };
          },
          warm: () => ({ status: `ok ${ran.push("warm")}`, result: {} }),
        },
      },
    },
    idempotency: { store, callerOf: (principal) => (principal as { name: string }).name, ...given },
    ...more,
  });
  return { server, ran, logged };
}

/** Sends a call to a server at an address. */
async function send(base: string, url: string, key: string | undefined, body: unknown, init: RequestInit = {}) {
  const isRaw = body instanceof Uint8Array || body instanceof FormData;
  const response = await fetch(base + url, {
    method: "POST",
    body: body === undefined ? null : isRaw ? (body as BodyInit) : JSON.stringify(body),
    ...init,
    headers: {
      authorization: "Bearer ann",
      ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(init.headers as Record<string, string> | undefined),
    },
  });
  const { status, headers } = response;
  return { status, headers, text: Buffer.from(await response.arrayBuffer()).toString("latin1") };
}

const payments = "/accounts/1/payments";

describe.each(Object.keys(adapters))("by %s", (adapter) => {
  test("a repeated call has the first response; calls without a key run", async () => {
    const { server, ran } = serve();
    const base = await adapters[adapter]!(server);
    const first = await send(base, payments, "k", { amount: 1 });
    const second = await send(base, payments, "k", { amount: 1 });
    expect([first.status, first.text, first.headers.get("location")]).toEqual([201, '{"number":1}', "/payments/1"]);
    expect([second.status, second.text, second.headers.get("location")]).toEqual([201, '{"number":1}', "/payments/1"]);
    expect(second.headers.get("content-type")).toBe("application/json");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect((await send(base, payments, "l", { amount: 1 })).text).toBe('{"number":2}');
    expect((await send(base, payments, undefined, { amount: 1 })).text).toBe('{"number":3}');
    expect(ran).toHaveLength(3);
  });

  test("409 while the first runs, 422 for another body, 400 for a missing required key or an empty one", async () => {
    const { server, ran } = serve();
    const base = await adapters[adapter]!(server);
    const both = await Promise.all([1, 2].map(() => send(base, payments, "k", { amount: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const running = both.find(({ status }) => status === 409)!;
    expect([running.text, running.headers.get("retry-after")]).toEqual([
      '{"error":"idempotency_key_in_use: The first call with this key still runs."}',
      "1",
    ]);
    const other = await send(base, payments, "k", { amount: 2 });
    expect([other.status, other.text]).toEqual([
      422,
      '{"error":"idempotency_key_reused: The key was used for another call: use a new one."}',
    ]);
    expect((await send(base, "/accounts/2/payments", "k", { amount: 1 })).status).toBe(422);
    expect((await send(base, "/keys", undefined, undefined)).status).toBe(400);
    expect((await send(base, payments, "", { amount: 1 })).text).toContain("idempotency-key must not be empty");
    expect(ran).toEqual(["pay"]);
  });
});

test("the same call with its names in another order is the same call", async () => {
  const { server, ran } = serve();
  const base = await adapters["node"]!(server);
  await send(base, payments, "k", { amount: 1, note: "a" });
  expect((await send(base, payments, "k", { note: "a", amount: 1 })).status).toBe(201);
  expect(ran).toHaveLength(1);
});

test("each caller and each operation has keys of its own", async () => {
  const { server, ran } = serve();
  const base = await adapters["node"]!(server);
  expect((await send(base, payments, "k", { amount: 1 })).text).toBe('{"number":1}');
  const bob = { headers: { authorization: "Bearer bob" } };
  expect((await send(base, payments, "k", { amount: 1 }, bob)).text).toBe('{"number":2}');
  expect((await send(base, payments, "k", { amount: 2 }, bob)).status).toBe(422);
  expect((await send(base, "/keys", "k", undefined)).status).toBe(200);
  expect(ran).toEqual(["pay", "pay", "createKey"]);
});

test("a caller without an id shares no keys: the call fails, and nothing runs", async () => {
  for (const id of ["", undefined, null, 7]) {
    const idempotency = { store: createMemoryStore(), callerOf: () => id as string };
    const { server, ran, logged } = serve({ more: { idempotency } });
    const base = await adapters["node"]!(server);
    expect((await send(base, payments, "k", { amount: 1 })).status).toBe(500);
    expect([ran, logged]).toEqual([[], ["The call failed"]]);
  }
});

test("an action is replayed, also when its service is in a state that excludes it now", async () => {
  const { server, ran } = serve();
  const base = await adapters["node"]!(server);
  const flush = "/services/s/actions/flush";
  const first = await send(base, flush, "k", { keys: 1 });
  expect(first.status).toBe(200);
  expect((await send(base, flush, "k", { keys: 1 })).text).toBe(first.text);
  expect((await send(base, flush, "k", { keys: 2 })).status).toBe(422);
  expect((await send(base, "/services/s/actions/warm", "k", { keys: 1 })).status).toBe(422);
  expect(ran).toEqual(["flush"]);
  // What was rejected before its handler ran is not kept.
  expect((await send(base, flush, "l", {})).status).toBe(409);
  expect((await send(base, flush, "l", {})).text).toContain("action_unavailable");
});

test("errors of handlers are kept if they are final; temporary ones run again", async () => {
  const outcomes: Record<string, { fail: () => unknown; runs: number; status: number }> = {
    "thrown 409": { fail: () => Promise.reject(new CallError(409, "exists", "It exists.")), runs: 1, status: 409 },
    "returned 400": { fail: () => ({ status: 400, body: { error: "no" } }), runs: 1, status: 400 },
    "invalid response": { fail: () => ({ status: 201, body: {} }), runs: 1, status: 500 },
    "thrown 503": { fail: () => Promise.reject(new CallError(503, "later", "Later.")), runs: 2, status: 503 },
    "thrown 429": { fail: () => Promise.reject(new CallError(429, "slow", "Slow down.")), runs: 2, status: 429 },
    "unexpected error": { fail: () => Promise.reject(new Error("rolled back")), runs: 2, status: 500 },
  };
  for (const [name, { fail, runs, status }] of Object.entries(outcomes)) {
    const { server, ran } = serve({ pay: fail });
    const base = await adapters["node"]!(server);
    const first = await send(base, payments, "k", { amount: 1 });
    const second = await send(base, payments, "k", { amount: 1 });
    expect([name, first.status, second.status, ran.length]).toEqual([name, status, status, runs]);
    if (runs === 1) expect(second.text).toBe(first.text);
  }
});

test("bytes and files are compared by their content, and bytes are replayed", async () => {
  const { server, ran } = serve();
  const base = await adapters["node"]!(server);
  const put = (key: string, bytes: number[]) =>
    send(base, "/files", key, Uint8Array.from(bytes), { method: "PUT", headers: { "content-type": "application/octet-stream" } });
  expect((await put("k", [1, 2])).text).toBe("\u0001\0\u00ff\u0080");
  expect((await put("k", [1, 2])).text).toBe("\u0001\0\u00ff\u0080");
  expect((await put("k", [1, 3])).status).toBe(422);
  const form = (text: string, name = "a.txt") => {
    const data = new FormData();
    data.set("name", "n");
    data.set("file", new File([text], name));
    return data;
  };
  const upload = (key: string, data: FormData) => send(base, "/files", key, data, { method: "PUT" });
  expect((await upload("f", form("x"))).status).toBe(200);
  expect((await upload("f", form("x"))).status).toBe(200);
  expect((await upload("f", form("y"))).status).toBe(422);
  expect((await upload("f", form("x", "b.txt"))).status).toBe(422);
  expect(ran).toHaveLength(2);
});

test("the store sees no key, no caller, no body and no secret", async () => {
  const seen: string[] = [];
  const memory = createMemoryStore();
  const store: IdempotencyStore = {
    claim: (claim) => (seen.push(JSON.stringify(claim)), memory.claim(claim)),
    complete: (claim, response) => (seen.push(response, atob(response.split(".")[1]!)), memory.complete(claim, response)),
    release: (claim) => memory.release(claim),
  };
  const { server } = serve({ store });
  const base = await adapters["node"]!(server);
  const made = await send(base, "/keys", "order-4711", undefined);
  await send(base, payments, "order-4711", { amount: 987654 });
  expect((await send(base, "/keys", "order-4711", undefined)).text).toBe(made.text);
  expect(made.text).toContain("s3cr3t-1");
  expect((await send(base, "/keys", "order-4711", undefined)).headers.get("cache-control")).toBe("no-store");
  for (const text of seen) expect(text).not.toMatch(/s3cr3t|order|ann|987654|secret/);
});

test("what is stored depends on the secret", async () => {
  const ids = await Promise.all(
    ["", "a", "b", "a"].map(async (secret) => {
      let id = "";
      const memory = createMemoryStore();
      const { server } = serve({ store: { ...memory, claim: (claim) => ((id = claim.id), memory.claim(claim)) }, secret });
      const base = await adapters["node"]!(server);
      await send(base, payments, "k", { amount: 1 });
      return id;
    }),
  );
  expect(ids[1]).toBe(ids[3]);
  expect(new Set(ids).size).toBe(3);
});

test("long and strange keys have ids of one length", async () => {
  const ids: string[] = [];
  const memory = createMemoryStore();
  const { server } = serve({ store: { ...memory, claim: (claim) => (ids.push(claim.id), memory.claim(claim)) } });
  const handle = (key: string) =>
    server.handle({
      method: "POST",
      url: payments,
      headers: { authorization: "Bearer ann", "content-type": "application/json", "idempotency-key": key },
      body: new TextEncoder().encode('{"amount":1}'),
    });
  const keys = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text);
  await fc.assert(
    fc.asyncProperty(keys, keys, async (one, other) => {
      ids.length = 0;
      await Promise.all([handle(one), handle(other)]);
      expect(ids.every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
      expect(ids[0] === ids[1]).toBe(one === other);
    }),
    { numRuns: 25 },
  );
  expect((await handle("k".repeat(1_000_000))).status).toBe(201);
  expect(ids.at(-1)).toHaveLength(64);
});

test("a response is forgotten after its lifetime, a claim after its lease", async () => {
  const { server, ran } = serve({ lifetime: 0.05 });
  const base = await adapters["node"]!(server);
  await send(base, payments, "k", { amount: 1 });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect((await send(base, payments, "k", { amount: 1 })).text).toBe('{"number":2}');
  expect(ran).toHaveLength(2);

  // The first never returns, as if its process had ended; later its response no longer counts.
  const store = createMemoryStore();
  let release = (_: unknown): void => {};
  const stuck = serve({ store, lease: 0.05, pay: () => new Promise((resolve) => (release = resolve)) });
  const lost = adapters["node"]!(stuck.server).then((at) => send(at, payments, "k", { amount: 1 }));
  await expect.poll(() => stuck.ran).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 80));
  const next = serve({ store });
  const at = await adapters["node"]!(next.server);
  expect((await send(at, payments, "k", { amount: 1 })).text).toBe('{"number":1}');
  release({ status: 201, headers: { location: "/late" }, body: { number: 99 } });
  expect((await lost).text).toBe('{"number":99}');
  expect((await send(at, payments, "k", { amount: 1 })).text).toBe('{"number":1}');
});

test("a handler that was given up still runs, so its call doesn't run again before its lease ends", async () => {
  const pay = () => new Promise((resolve) => setTimeout(() => resolve({ status: 400, body: { error: "late" } }), 1_500));
  const { server, ran } = serve({ pay, lease: 1, more: { limits: { operations: { pay: { handlerTime: 50 } } } } });
  const base = await adapters["node"]!(server);
  expect((await send(base, payments, "k", { amount: 1 })).status).toBe(503);
  expect((await send(base, payments, "k", { amount: 1 })).status).toBe(409);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await send(base, payments, "k", { amount: 1 })).status).toBe(503);
  expect(ran).toHaveLength(2);
});

test("a store that fails: nothing runs without a claim, and a response is sent although it can't be kept", async () => {
  const memory = createMemoryStore();
  const fail = () => Promise.reject(new Error("down"));
  const without = serve({ store: { ...memory, claim: fail } });
  const base = await adapters["node"]!(without.server);
  expect((await send(base, payments, "k", { amount: 1 })).status).toBe(500);
  expect(without.ran).toEqual([]);
  const unkept = serve({ store: { ...memory, complete: fail } });
  const other = await adapters["node"]!(unkept.server);
  expect((await send(other, payments, "k", { amount: 1 })).status).toBe(201);
  expect(unkept.logged).toEqual(["The idempotency store failed"]);
});

test("without a store, handlers run for every call", async () => {
  const { server, ran } = serve({ more: { idempotency: undefined as never } });
  const base = await adapters["node"]!(server);
  await send(base, payments, "k", { amount: 1 });
  await send(base, payments, "k", { amount: 1 });
  expect(ran).toHaveLength(2);
});

test("the store in memory is bounded, and forgets no call that runs", async () => {
  const store = createMemoryStore({ calls: 3, characters: 100 });
  const claim = (id: string) => ({ id, fingerprint: "f", token: id, lease: 60, lifetime: 60 });
  await store.claim(claim("running"));
  for (let count = 0; count < 10; count++) {
    await store.claim(claim(`${count}`));
    await store.complete(claim(`${count}`), "x".repeat(40));
  }
  expect(await store.claim(claim("running"))).toMatchObject({ fingerprint: "f" });
  for (const id of ["9", "8"]) expect(await store.claim(claim(id))).toMatchObject({ response: "x".repeat(40) });
  for (const id of ["7", "0"]) expect(await store.claim(claim(id))).toBeUndefined();
});
