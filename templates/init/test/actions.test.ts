// Calls the generated server with an in-memory application. A starting point for your own tests.
import assert from "node:assert/strict";
import test from "node:test";
import { bearerToken, createServer, type Handlers } from "../generated/server/index.js";

interface Caller {
  readonly scopes: readonly string[];
}

interface Service {
  readonly type: "cache";
  status: string;
  memory_mb: number;
}

// A missing handler, or one that expects a body other than the contract's, does not compile.
const handlers: Handlers<Caller, Service> = {
  operations: {},
  actions: {
    cache: {
      resize: ({ service, body }) => {
        service.memory_mb = body.memory_mb;
        return { status: "done", result: { memory_mb: service.memory_mb } };
      },
      restart: ({ service }) => {
        service.status = "restarting";
        return { status: "restarting", result: {} };
      },
    },
  },
};

function start(service: Service) {
  const server = createServer<Caller, Service>({
    handlers,
    authenticate: ({ headers }) => (bearerToken(headers) === "secret" ? { scopes: ["service:write"] } : undefined),
    canAccess: () => true,
    findResource: ({ service_id }) => (service_id === "my-cache" ? service : undefined),
    log: ({ message }) => assert.fail(message),
  });
  return async (action: string, body: unknown, token = "secret") => {
    const response = await server.handle({
      method: "POST",
      url: `/v1/services/my-cache/actions/${action}`,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    return { status: response.status, body: JSON.parse(String(response.body)) as unknown };
  };
}

test("invokes an action", async () => {
  const service: Service = { type: "cache", status: "active", memory_mb: 64 };
  const invoke = start(service);
  assert.deepEqual(await invoke("resize", { memory_mb: 256 }), {
    status: 200,
    body: { action: "resize", status: "done", result: { memory_mb: 256 } },
  });
  assert.equal(service.memory_mb, 256);
});

test("rejects an invalid body", async () => {
  const service: Service = { type: "cache", status: "active", memory_mb: 64 };
  const { status, body } = await start(service)("resize", { memory_gb: 1 });
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /memory_gb/);
  assert.equal(service.memory_mb, 64);
});

test("invokes an asynchronous action without a body", async () => {
  const service: Service = { type: "cache", status: "failed", memory_mb: 64 };
  const invoke = start(service);
  assert.equal((await invoke("restart", {})).status, 202);
  assert.equal((await invoke("restart", {})).status, 409);
});

test("rejects a caller without a valid token", async () => {
  const invoke = start({ type: "cache", status: "active", memory_mb: 64 });
  assert.equal((await invoke("restart", {}, "wrong")).status, 401);
});
