import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, test } from "vitest";
import type { LogEntry } from "../../templates/runtime/server/application.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { featureOf } from "../features/feature.js";
import { loadOutput } from "../support/load-output.js";

const item = {
  type: "object",
  additionalProperties: false,
  required: ["n"],
  properties: { n: { type: "integer" }, text: { type: "string" } },
};
const content = {
  "application/jsonl": { itemSchema: item },
  "text/event-stream": { itemSchema: { type: "object", properties: { data: { type: "string" } } } },
};
const contract = {
  openapi: "3.2.0",
  security: [],
  paths: { "/items": { get: { operationId: "listItems", responses: { 200: { description: "The items.", content } } } } },
};
const load = loadOutput((await featureOf(contract)).files);
const output = (await load("server/index.ts")) as unknown as {
  createServer: (application: AnyApplication) => Server;
  toNodeHandler: (server: Server) => RequestListener;
  toFetchHandler: (server: Server) => (request: Request) => Promise<Response>;
};
const { createClient } = (await load("client/index.ts")) as unknown as {
  createClient: (options: object) => { listItems: (args?: object, options?: object) => Promise<AsyncIterable<{ n: number }>> };
};

interface Running {
  readonly url: string;
  readonly port: number;
  readonly entries: LogEntry[];
  /** The server without a network. */
  readonly server: Server;
  /** The server's side of the first connection. */
  readonly connected: Promise<Socket>;
  /** Resolves when the server logs something. */
  readonly logged: Promise<unknown>;
}

/** A promise that a test resolves. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

const servers: HttpServer[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const adapters = {
  node: (server: Server) => output.toNodeHandler(server),
  fetch: (server: Server) =>
    getRequestListener(output.toFetchHandler(server), { overrideGlobalObjects: false }) as RequestListener,
};

type Items = (call: { readonly signal: AbortSignal }) => AsyncIterable<unknown>;

async function run(adapter: keyof typeof adapters, items: Items, contentType = "application/jsonl"): Promise<Running> {
  const entries: LogEntry[] = [];
  const logged = deferred();
  const server = output.createServer({
    authenticate: () => undefined,
    scopesOf: () => [],
    canAccess: () => true,
    findResource: () => undefined,
    handlers: { operations: { listItems: (call) => ({ status: 200, contentType, body: items(call as never) }) } },
    log: (entry) => {
      entries.push(entry);
      logged.resolve();
    },
  });
  const http = createHttpServer(adapters[adapter](server)).listen(0, "127.0.0.1");
  servers.push(http);
  const connected = once(http, "connection").then(([socket]) => socket as Socket);
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, server, entries, connected, logged: logged.promise };
}

/** A socket that has asked for the items and reads nothing until it is told to. */
async function ask(port: number): Promise<Socket> {
  const socket = net.connect(port, "127.0.0.1");
  sockets.push(socket);
  await once(socket, "connect");
  socket.pause();
  socket.on("error", () => undefined);
  socket.write("GET /items HTTP/1.1\r\nHost: api.test\r\n\r\n");
  return socket;
}

async function* numbers(count: number, seen: { n: number } = { n: 0 }, text = ""): AsyncGenerator<object> {
  for (seen.n = 0; seen.n < count; seen.n++) yield { n: seen.n, ...(text && { text }) };
}

for (const adapter of ["node", "fetch"] as const) {
  test(`${adapter}: headers are sent before the first item, and each item as soon as it exists`, async () => {
    const next = deferred();
    const { url } = await run(adapter, async function* () {
      await next.promise;
      yield { n: 1 };
      yield { n: 2 };
    });
    const response = await fetch(`${url}/items`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/jsonl"]);
    next.resolve();
    expect(await response.text()).toBe('{"n":1}\n{"n":2}\n');
  });

  test(`${adapter}: 10,000 items arrive in order`, async () => {
    const { url } = await run(adapter, () => numbers(10_000));
    const found: number[] = [];
    for await (const { n } of await createClient({ baseUrl: url }).listItems()) found.push(n);
    expect(found).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
  });

  test(`${adapter}: a caller that reads nothing stops the handler, and leaving ends it`, async () => {
    const seen = { n: 0 };
    const ended = deferred();
    const { port, entries, connected } = await run(adapter, async function* () {
      try {
        yield* numbers(Number.POSITIVE_INFINITY, seen, "x".repeat(65_536));
      } finally {
        ended.resolve();
      }
    });
    const caller = await ask(port);
    const connection = await connected;
    while (!connection.writableNeedDrain) await new Promise(setImmediate);
    expect(connection.writableLength).toBeLessThan(1_000_000);
    caller.destroy();
    await ended.promise;
    expect(seen.n).toBeLessThan(1000);
    expect(entries).toEqual([]);
  });

  test(`${adapter}: a handler that waits forever is ended by its signal`, async () => {
    const started = deferred();
    const ended = deferred();
    const { url, entries } = await run(adapter, async function* ({ signal }) {
      try {
        yield { n: 1 };
        started.resolve();
        await once(signal, "abort");
        signal.throwIfAborted();
      } finally {
        ended.resolve();
      }
    });
    const controller = new AbortController();
    const items = await createClient({ baseUrl: url }).listItems({}, { signal: controller.signal });
    const iterator = items[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { n: 1 } });
    const waiting = iterator.next();
    await started.promise;
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    await ended.promise;
    expect(entries).toEqual([]);
  });

  test(`${adapter}: leaving the loop cancels the request`, async () => {
    const ended = deferred();
    const { url, entries } = await run(adapter, async function* () {
      try {
        for (let n = 0; ; n++) yield { n };
      } finally {
        ended.resolve();
      }
    });
    for await (const { n } of await createClient({ baseUrl: url }).listItems()) if (n === 5) break;
    await ended.promise;
    expect(entries).toEqual([]);
  });
}

const failures = [
  [
    "an invalid item",
    async function* () {
      yield { n: 1 };
      yield { n: "secret" };
    },
    {
      message: "The item violates the contract",
      problems: [expect.objectContaining({ instancePath: "/n", keyword: "type" })],
    },
  ],
  [
    "an error",
    async function* () {
      yield { n: 1 };
      throw new Error("secret");
    },
    { message: "The call failed", error: new Error("secret") },
  ],
] as const;

test.each(failures)("node: %s ends the response early, after the items before it", async (_, items, entry) => {
  const { port, entries, logged } = await run("node", items);
  const socket = await ask(port);
  let text = "";
  socket.resume().on("data", (chunk) => (text += chunk));
  await once(socket, "close");
  expect(text).toContain('{"n":1}');
  expect(text).not.toContain("secret");
  // The end of a chunked body.
  expect(text).not.toMatch(/0\r\n\r\n$/);
  await logged;
  expect(entries).toEqual([expect.objectContaining({ level: "error", operation: "listItems", ...entry })]);
});

test.each(failures)("fetch: %s ends the response early, after the items before it", async (_, items, entry) => {
  const { server, entries } = await run("fetch", items);
  const answer = output.toFetchHandler(server);
  const fetch = (url: string, init: RequestInit) => answer(new Request(url, init));
  const found: object[] = [];
  const reading = (async () => {
    for await (const one of await createClient({ baseUrl: "http://api.test", fetch }).listItems()) found.push(one);
  })();
  await expect(reading).rejects.toMatchObject({ name: "NetworkError", message: "listItems was cut off" });
  expect(found).toEqual([{ n: 1 }]);
  expect(entries).toEqual([expect.objectContaining({ level: "error", operation: "listItems", ...entry })]);
});

test("HEAD starts no sequence", async () => {
  let isStarted = false;
  const { url } = await run("node", () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => {
        isStarted = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  }));
  expect((await fetch(`${url}/items`, { method: "HEAD" })).status).toBe(200);
  expect(isStarted).toBe(false);
});
