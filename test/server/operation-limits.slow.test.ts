import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { OperationLimits } from "../../templates/runtime/server/application.js";
import { everywhere, startEverywhere } from "./everywhere.js";
import { serveContract } from "./serve-contract.js";

const json = "{ content: { application/json: { schema: { type: object } } } }";
const operation = (id: string, ...errors: string[]) => `
    post:
      operationId: ${id}
      requestBody: ${json}
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: object } } } }
${errors.map((status) => `        "${status}": { description: Error, content: { application/json: { schema: { type: object } } } }\n`).join("")}`;

const contract = `openapi: 3.2.0
info: { title: Jobs, version: "1" }
paths:
  /plain:${operation("plain")}
  /patient:${operation("patient", "429", "504")}
  /all:${operation("all", "429", "503", "504")}
  /events:
    get:
      operationId: listEvents
      responses: { "200": { description: OK, content: { application/x-ndjson: { itemSchema: { type: object } } } } }
`;

const start = startEverywhere(contract);
const serving = serveContract(contract);

const post = (address: string, body = "{}") =>
  fetch(address, { method: "POST", body, headers: { "content-type": "application/json" } });

/** Handlers that run until their signal is aborted, or until they are let go. */
function waiting() {
  const aborted: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const handler =
    (name: string) =>
    async ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener("abort", () => aborted.push(name));
      await released;
      return { status: 200, body: {} };
    };
  const operations = { plain: handler("plain"), patient: handler("patient"), all: handler("all") };
  return { aborted, release, handlers: { operations } };
}

describe.each(everywhere)("%s, %s", (source, place) => {
  test("a body has the limits of its operation", async () => {
    const ok = () => ({ status: 200, body: {} });
    const limits = { bodyBytes: 20, operations: { all: { bodyBytes: 100, jsonDepth: 2 } } };
    const handlers = { operations: { plain: ok, all: ok } };
    const address = await start(source, place, { limits, handlers } as never);
    const statusOf = async (path: string, body: string) => (await post(`${address}${path}`, body)).status;
    const longer = JSON.stringify({ a: "x".repeat(50) });
    expect(await Promise.all([statusOf("/plain", longer), statusOf("/all", longer)])).toEqual([413, 200]);
    expect(await statusOf("/all", JSON.stringify({ a: "x".repeat(100) }))).toBe(413);
    const deep = '{"a":{"b":{}}}';
    expect(await Promise.all([statusOf("/plain", deep), statusOf("/all", deep)])).toEqual([200, 400]);
  });

  test("a handler that takes too long is given up, and its signal aborted", async () => {
    const { aborted, release, handlers } = waiting();
    const limits = { operations: { plain: { handlerTime: 20 }, patient: { handlerTime: 20 }, all: { handlerTime: 20 } } };
    const address = await start(source, place, { limits, handlers } as never);
    const responses = await Promise.all(["plain", "patient", "all"].map((name) => post(`${address}/${name}`)));
    expect(responses.map(({ status }) => status)).toEqual([503, 504, 503]);
    expect(await responses[0]!.json()).toEqual({ error: "handler_timeout: The call took too long." });
    expect([...aborted].sort()).toEqual(["all", "patient", "plain"]);
    release();
  });

  test("no more handlers than allowed run at once", async () => {
    const { release, handlers } = waiting();
    const limits = { operations: { patient: { concurrency: 2, retryAfter: 7 } } };
    const address = await start(source, place, { limits, handlers } as never);
    const calls = [1, 2, 3, 4, 5].map(() => post(`${address}/patient`));
    const others = post(`${address}/plain`);
    const rejected = await Promise.race(calls);
    expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([429, "7"]);
    await wait(50);
    release();
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    expect((await others).status).toBe(200);
    expect((await post(`${address}/patient`)).status).toBe(200);
  });

  test("a sequence counts until its end, or until the caller leaves", async () => {
    const items = async function* () {
      while (true) {
        yield { n: 1 };
        await wait(5);
      }
    };
    const handlers = { operations: { listEvents: () => ({ status: 200, body: items() }) } };
    const address = await start(source, place, { limits: { operations: { listEvents: { concurrency: 1 } } }, handlers } as never);
    for (let round = 0; round < 3; round++) {
      const leave = new AbortController();
      await expect
        .poll(async () => {
          const response = await fetch(`${address}/events`, { signal: leave.signal });
          if (response.status !== 200) await response.text();
          else await response.body!.getReader().read();
          return response.status;
        })
        .toBe(200);
      expect((await fetch(`${address}/events`)).status).toBe(503);
      leave.abort();
    }
  });
});

async function served(operations: Record<string, OperationLimits>, handlers: Record<string, (call: never) => unknown>) {
  return (await serving)({ limits: { operations }, handlers: { operations: handlers } } as never);
}

test("a handler that was given up counts until it ends, and what it throws later is ignored", async () => {
  let fail = (_: Error) => {};
  const running = new Promise<never>((_, reject) => (fail = reject));
  const { send, log } = await served({ plain: { handlerTime: 5, concurrency: 1 } }, { plain: () => running });
  expect((await send("POST", "/plain", {})).body).toEqual({ error: "handler_timeout: The call took too long." });
  expect((await send("POST", "/plain", {})).body).toEqual({
    error: "too_many_calls: Too many calls are running. Try again later.",
  });
  fail(new Error("late"));
  await wait(5);
  expect((await send("POST", "/plain", {})).status).toBe(500);
  expect(log.map(({ message }) => message)).toEqual(["The handler took longer than 5 ms", "The call failed"]);
});

test("a sequence that comes too late is closed", async () => {
  let isClosed = false;
  const body = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: async () => ((isClosed = true), { done: true }),
    }),
  };
  const { send } = await served({ listEvents: { handlerTime: 5 } }, { listEvents: () => wait(20, { status: 200, body }) });
  expect((await send("GET", "/events")).status).toBe(503);
  await expect.poll(() => isClosed).toBe(true);
});

test.each(["throws", "rejects", "returns what is invalid", "returns a header that can't be sent"])(
  "a handler that %s gives its place back",
  async (what) => {
    const handler = () => {
      if (what === "throws") throw new Error("broken");
      if (what === "rejects") return Promise.reject(new Error("broken"));
      return what.includes("header") ? { status: 200, body: {}, headers: { "x-a": "\n" } } : { status: 299 };
    };
    const { send } = await served({ plain: { concurrency: 1, handlerTime: 1000 } }, { plain: handler });
    for (let call = 0; call < 3; call++) expect((await send("POST", "/plain", {})).status).toBe(500);
  },
);

test.each<[Record<string, object>, string]>([
  [{ plains: {} }, 'the contract has no operation "plains", which "limits" names'],
  [{ plain: { concurrency: 0 } }, 'the limit concurrency of operation "plain" is not a positive integer'],
  [{ plain: { handlerTime: 2 ** 31 } }, 'the limit handlerTime of operation "plain" is not a positive integer'],
  [{ plain: { bodyBytes: "1 MiB" } }, 'the limit bodyBytes of operation "plain" is not a positive integer'],
])("the limits %j fail at the start", async (operations, message) => {
  await expect(served(operations, {})).rejects.toThrow(`createServer: ${message}`);
});
