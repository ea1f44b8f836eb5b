import { expect, test } from "vitest";
import { AsyncLocalStorage } from "node:async_hooks";
import http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createServer, load, toFetchHandler, toNodeHandler, type LiveApplication } from "../../generator/live/index.js";
import type { CallEnd, CallStart } from "../../templates/runtime/server/observed-call.js";
import { temporaryFolder } from "../support/command-line.js";

const contractText = `openapi: 3.1.0
info: { title: Jobs, version: "1" }
security: [{ bearer: [] }]
paths:
  /jobs/{job_id}:
    get:
      operationId: getJob
      parameters: [{ name: job_id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } } }
        "404": { description: None, content: { application/json: { schema: { type: object, properties: { error: { type: string } } } } } }
  /jobs/{job_id}/events:
    get:
      operationId: listEvents
      parameters: [{ name: job_id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: OK, content: { application/x-ndjson: { itemSchema: { type: object } } } }
  /services/{service_id}/actions/{action}:
    post:
      operationId: invoke
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: object } } } }
x-platform-cache-actions:
  flush:
    label: Flush
    body: { type: object, additionalProperties: false, properties: { keys: { type: integer } } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`.replace("openapi: 3.1.0", "openapi: 3.2.0");

async function* events(job: string): AsyncGenerator<object> {
  yield { n: 1 };
  if (job === "wrong") yield 7 as unknown as object;
  yield { n: 2 };
  while (job === "endless") {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield { n: 3 };
  }
}

interface Seen {
  readonly start: CallStart;
  readonly end: CallEnd;
}

/** A server whose calls are seen, and what was seen of them. */
async function observed(more: Partial<LiveApplication> = {}) {
  const file = path.join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, contractText);
  const seen: Seen[] = [];
  const logged: string[] = [];
  const server = createServer(await load(file), {
    authenticate: ({ headers }) => (headers["authorization"] === "Bearer a" ? { name: "ann", scopes: [] } : undefined),
    canAccess: () => true,
    findResource: () => ({ type: "cache", status: "active" }),
    log: ({ message }) => void logged.push(message),
    handlers: {
      operations: {
        getJob: ({ path: values }) => {
          const id = (values as { job_id: string }).job_id;
          if (id === "wrong") return { status: 200, body: { id: 7 } };
          if (id === "unsendable") return { status: 200, body: { id }, headers: { "x-a": "\n" } };
          return { status: 200, body: { id } };
        },
        listEvents: ({ path: values }) => ({ status: 200, body: events((values as { job_id: string }).job_id) }),
      },
      actions: { cache: { flush: () => ({ status: "ok", result: {} }) } },
    },
    onCall: async (start, next) => void seen.push({ start, end: await next() }),
    ...more,
  });
  const handle = toFetchHandler(server);
  const call = (url: string, init: RequestInit = {}) =>
    handle(new Request(`http://api.test${url}`, { headers: { authorization: "Bearer a" }, ...init }));
  return { server, seen, logged, call };
}

test("a call of an operation, of an action, of nothing, without credentials, with an invalid response", async () => {
  const { seen, call } = await observed();
  const body = "{}";
  await call("/jobs/7");
  await call("/services/s1/actions/flush", {
    method: "POST",
    headers: { authorization: "Bearer a", "content-type": "application/json", "content-length": "2" },
    body,
  });
  await call("/nowhere");
  await call("/jobs/7", { headers: {} });
  await call("/jobs/wrong");
  await call("/jobs/unsendable");
  const shown = seen.map(({ start, end }) => ({
    ...start,
    ...end,
    headers: undefined,
    requestId: undefined,
    duration: undefined,
  }));
  const ann = { name: "ann", scopes: [] };
  expect(shown).toMatchObject([
    {
      operation: "getJob",
      route: "/jobs/{job_id}",
      url: "http://api.test/jobs/7",
      status: 200,
      principal: ann,
      responseBytes: 10,
    },
    { operation: "invoke", serviceType: "cache", action: "flush", status: 200, requestBytes: 2 },
    { status: 404, code: "resource_not_found" },
    { operation: "getJob", status: 401, code: "unauthenticated" },
    { operation: "getJob", status: 500, code: "internal", isInvalidResponse: true },
    { operation: "getJob", status: 500, code: "internal" },
  ]);
  expect(shown[2]).not.toHaveProperty("operation");
  expect(shown.map(({ isInvalidResponse, isAborted }) => [isInvalidResponse, isAborted])).toEqual([
    ...Array.from({ length: 4 }, () => [false, false]),
    [true, false],
    [false, false],
  ]);
  for (const { end } of seen) expect(end.duration).toBeGreaterThan(0);
});

test("a sequence ends with its last item, or when the caller leaves", async () => {
  const { server, seen } = await observed();
  const listener = http.createServer(toNodeHandler(server)).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const headers = { authorization: "Bearer a" };
  const response = await fetch(`http://127.0.0.1:${port}/jobs/7/events`, { headers });
  const text = await response.text();
  expect(text).toBe('{"n":1}\n{"n":2}\n');
  await expect.poll(() => seen).toHaveLength(1);
  expect(seen[0]!.end).toMatchObject({ status: 200, responseBytes: text.length, isAborted: false });
  const endless = http.get(`http://127.0.0.1:${port}/jobs/endless/events`, { headers });
  const [incoming] = (await once(endless, "response")) as [http.IncomingMessage];
  await once(incoming, "data");
  endless.destroy();
  await expect.poll(() => seen).toHaveLength(2);
  expect(seen[1]!.end).toMatchObject({ status: 200, isAborted: true });
  listener.closeAllConnections();
  listener.close();
});

test("a sequence with an invalid item is an invalid response that broke off", async () => {
  const { seen, call } = await observed();
  const response = await call("/jobs/wrong/events");
  await expect(response.text()).rejects.toThrow("The sequence ended early");
  expect(seen[0]!.end).toMatchObject({ status: 200, isInvalidResponse: true, isAborted: true, responseBytes: 8 });
});

test("a handler is asked for no more items than without the hook", async () => {
  const taken: number[] = [];
  for (const more of [{}, { onCall: undefined }]) {
    let count = 0;
    const items = (async function* () {
      while (true) yield { n: ++count };
    })();
    const { call } = await observed({
      handlers: { operations: { listEvents: () => ({ status: 200, body: items }) } },
      ...(more as Partial<LiveApplication>),
    });
    const reader = (await call("/jobs/7/events")).body!.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    taken.push(count);
    await reader.cancel();
  }
  expect(taken[0]).toBe(taken[1]);
});

test("a route is looked up once", async () => {
  const reads: number[] = [];
  for (const more of [{}, { onCall: undefined }]) {
    const { server } = await observed(more as Partial<LiveApplication>);
    let count = 0;
    const request = {
      method: "GET",
      headers: {},
      get url() {
        count++;
        return "/jobs/7";
      },
    };
    await server.handle(request);
    reads.push(count);
  }
  // Once more for the hook itself.
  expect(reads).toEqual([2, 1]);
});

test("what is active around next is active in handlers", async () => {
  const active = new AsyncLocalStorage<string>();
  const found: (string | undefined)[] = [];
  const { call } = await observed({
    onCall: ({ requestId }, next) => active.run(requestId, next),
    canAccess: () => {
      found.push(active.getStore());
      return true;
    },
  });
  const response = await call("/jobs/7");
  expect(found).toEqual([response.headers.get("x-request-id")]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken"))],
  ["removes credentials", ({ headers }: CallStart) => void delete (headers as Record<string, unknown>)["authorization"]],
  ["never calls next", () => undefined],
  ["never ends", () => new Promise(() => {})],
  ["calls next twice", (_: CallStart, next: () => Promise<CallEnd>) => Promise.all([next(), next()])],
])("a hook that %s doesn't change the response", async (words, onCall) => {
  const { call, logged } = await observed({ onCall });
  const response = await call("/jobs/7");
  expect([response.status, await response.json()]).toEqual([200, { id: "7" }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged).toEqual(["throws", "rejects"].includes(words) ? ["onCall failed"] : []);
});
