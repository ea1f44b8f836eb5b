import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { featureOf, json, type Feature } from "./feature.js";

const binding = {
  action: { in: "body-field", name: "method" },
  body: "/params",
  id: "/id",
  batch: 3,
  response: { result: "/result" },
};
const amount = { type: "object", additionalProperties: false, required: ["amount"], properties: { amount: { type: "integer" } } };
const id = { type: ["string", "integer"], maxLength: 64 };
const contract = {
  security: [{ token: [] }],
  paths: {
    "/rpc": {
      post: {
        operationId: "call",
        "x-platform-action-binding": binding,
        "x-platform-ledger-actions": {
          balance: { label: "Balance", result: { type: "integer" } },
          transfer: {
            label: "Transfer",
            body: amount,
            result: { type: "integer" },
            errors: [{ code: "not_enough", status: 409, description: "There is not enough." }],
          },
        },
        requestBody: {
          required: true,
          content: json({
            type: "object",
            additionalProperties: false,
            required: ["jsonrpc", "method"],
            properties: { jsonrpc: { const: "2.0" }, id, method: { type: "string", maxLength: 40 }, params: { type: "object" } },
          }),
        },
        responses: {
          "200": {
            description: "Done.",
            content: json({
              type: "object",
              additionalProperties: false,
              required: ["jsonrpc", "id", "result"],
              properties: { jsonrpc: { const: "2.0" }, id, result: { type: "integer" } },
            }),
          },
          "401": { description: "Unknown." },
          default: {
            description: "It failed.",
            "x-platform-error-binding": { codes: { not_enough: -32001 }, when: "/error" },
            content: json({
              type: "object",
              additionalProperties: false,
              required: ["jsonrpc", "id", "error"],
              properties: {
                jsonrpc: { const: "2.0" },
                id: { type: ["string", "integer", "null"] },
                error: {
                  type: "object",
                  additionalProperties: false,
                  required: ["code", "message"],
                  properties: { code: { type: "integer" }, message: { type: "string" } },
                },
              },
            }),
          },
        },
      },
    },
  },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
};

let feature: Feature;
let baseUrl: string;
const called: unknown[] = [];

beforeAll(async () => {
  feature = await featureOf(contract);
  const { createServer, toNodeHandler, CallError } = (await feature.load("server/index.ts")) as {
    createServer: (application: AnyApplication) => never;
    toNodeHandler: (server: never) => never;
    CallError: new (status: number, code: string, text: string) => Error;
  };
  const http = createHttpServer(
    toNodeHandler(
      createServer({
        canAccess: () => true,
        authenticate: ({ headers }: { headers: { authorization?: string } }) =>
          headers.authorization === "Bearer t" ? {} : undefined,
        log: () => undefined,
        handlers: {
          actions: {
            ledger: {
              balance: () => ({ result: called.push("balance") }),
              transfer: ({ body }: { body: { amount: number } }) => {
                if (body.amount > 7) throw new CallError(409, "not_enough", "There is not enough.");
                if (body.amount < 0) throw new Error("A bug.");
                called.push(body.amount);
                return { result: body.amount };
              },
            },
          },
        },
      } as never),
    ),
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return () => void http.close();
});

async function send(body: unknown, token = "t") {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${baseUrl}/rpc`, { method: "POST", headers, body: text });
  const received = await response.text();
  return [response.status, received === "" ? undefined : (JSON.parse(received) as unknown)] as const;
}

const of = (method: string, params?: object, own: unknown = 1) => ({
  jsonrpc: "2.0",
  ...(own === undefined ? {} : { id: own }),
  method,
  ...(params && { params }),
});
const notify = (method: string, params?: object) => {
  const { id: _, ...rest } = of(method, params);
  return rest;
};
const done = (result: unknown, own: unknown = 1) => ({ jsonrpc: "2.0", id: own, result });
const failed = (code: number, own: unknown = 1) => ({ jsonrpc: "2.0", id: own, error: { code, message: expect.any(String) } });

const failedWith = (code: number, own: unknown) => ({ jsonrpc: "2.0", id: own, error: { code, message: "No." } });

describe("a single call", () => {
  test.each<[string, unknown, unknown]>([
    ["a success", of("transfer", { amount: 2 }, "a"), done(2, "a")],
    ["an error of the action", of("transfer", { amount: 8 }), failed(-32001)],
    ["a bug", of("transfer", { amount: -1 }), failed(-32603)],
    ["an unknown method", of("withdraw"), failed(-32601)],
    ["invalid params", of("transfer", { amount: "2" }), failed(-32602)],
    ["missing params", of("transfer"), failed(-32602)],
    ["no version", { id: 1, method: "balance" }, failed(-32600)],
    ["an unknown member", { ...of("balance"), other: 1 }, failed(-32600)],
    ["no method", { jsonrpc: "2.0", id: 1 }, failed(-32600)],
    ["a method that is a number", { jsonrpc: "2.0", id: 1, method: 1 }, failed(-32600)],
    ["an id that is an object", { ...of("balance"), id: {} }, failed(-32600, null)],
    ["a text that is not JSON", '{"jsonrpc": "2.0", ', failed(-32700, null)],
    ["an empty body", "", failed(-32700, null)],
    ["a number", 1, failed(-32600, null)],
    ["an empty batch", [], failed(-32600, null)],
    ["a batch that is too long", [1, 2, 3, 4].map(() => of("balance")), failed(-32600, null)],
  ])("%s", async (_, body, expected) => {
    expect(await send(body)).toEqual([200, expected]);
  });

  test("a notification runs, and gets no response", async () => {
    called.length = 0;
    expect(await send(notify("transfer", { amount: 5 }))).toEqual([204, undefined]);
    expect(await send(notify("transfer", { amount: 8 }))).toEqual([204, undefined]);
    expect(await send(notify("withdraw"))).toEqual([204, undefined]);
    expect(called).toEqual([5]);
  });

  test("a caller without a token has the status that the contract declares", async () => {
    expect(await send([of("balance")], "other")).toEqual([401, undefined]);
  });
});

describe("a batch", () => {
  test("has a response to each call with an id, in order", async () => {
    called.length = 0;
    const calls = [of("transfer", { amount: 1 }, "x"), notify("transfer", { amount: 2 }), of("transfer", { amount: 8 }, 3)];
    expect(await send(calls)).toEqual([200, [done(1, "x"), failed(-32001, 3)]]);
    expect(called).toEqual([1, 2]);
  });

  test("has errors for what is no call", async () => {
    expect(await send([1, {}, of("withdraw")])).toEqual([200, [failed(-32600, null), failed(-32600, null), failed(-32601)]]);
    expect(await send([[of("balance")], null])).toEqual([200, [failed(-32600, null), failed(-32600, null)]]);
  });

  test("of notifications has no response", async () => {
    expect(await send([notify("balance"), notify("withdraw")])).toEqual([204, undefined]);
  });

  test("is as its calls one by one", async () => {
    const call = fc.oneof(
      fc
        .record({ amount: fc.integer({ min: -2, max: 9 }), own: fc.option(fc.integer(), { nil: undefined }) })
        .map(({ amount: sent, own }) => of("transfer", { amount: sent }, own)),
      fc.constantFrom<unknown>(of("other"), notify("other"), 7, {}, "a", null, { jsonrpc: "1.0", id: 4, method: "balance" }),
    );
    const plain = (text: unknown): unknown => JSON.parse(JSON.stringify(text).replace(/Its id is [^"]*/, ""));
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 3 }), async (calls) => {
        const single: unknown[] = [];
        for (const one of calls) {
          const [status, body] = await send(JSON.stringify(one));
          if (status === 200) single.push(plain(body));
        }
        const [status, body] = await send(calls);
        expect([status, body === undefined ? undefined : (body as unknown[]).map(plain)]).toEqual(
          single.length > 0 ? [200, single] : [204, undefined],
        );
      }),
      { numRuns: 40 },
    );
  });
});

test("a client sends ids, and throws errors with the status 200", async () => {
  const client = (await feature.clientOf({ baseUrl, token: "t" })) as never as {
    ledger: () => Record<string, (body?: object) => Promise<unknown>>;
  };
  const { transfer } = client.ledger();
  expect(await transfer!({ amount: 3 })).toEqual({ result: 3 });
  await expect(transfer!({ amount: 9 })).rejects.toMatchObject({ status: 200, code: "not_enough" });
});

test.each<[string, number, (id: string) => object | undefined, object]>([
  ["a success", 200, (own) => done(1, `${own}0`), { name: "InvalidResponseError" }],
  ["a success without an id", 200, () => done(1, null), { name: "InvalidResponseError" }],
  ["an error", 200, (own) => failedWith(-32603, `${own}0`), { name: "InvalidResponseError" }],
  ["an error whose request wasn't read", 200, () => failedWith(-32603, null), { name: "ApiError" }],
  ["an error with the id", 400, (own) => failedWith(-32603, own), { name: "ApiError" }],
])("a client rejects %s with the id of another request", async (_, status, answer, expected) => {
  const client = (await feature.clientOf({
    baseUrl,
    token: "t",
    fetch: (_url: string, init: { body: string }) => {
      const { id: own } = JSON.parse(init.body) as { id: string };
      return Promise.resolve(Response.json(answer(own), { status }));
    },
  })) as never as { ledger: () => Record<string, (body?: object) => Promise<unknown>> };
  await expect(client.ledger()["balance"]!()).rejects.toMatchObject(expected);
});

test("the output compiles", async () => {
  expect(await feature.typeErrors()).toBe("");
});

test("a notification may have a response without a body", () => {
  expect(feature.validate({ operation: "call", service_type: "ledger", action: "balance", response: { status: 204 } })).toEqual(
    [],
  );
});

test("a diff reports fewer calls in a batch", async () => {
  const { post } = contract.paths["/rpc"];
  const withLimit = ({ batch: _, ...rest }: typeof binding, limit?: number) => ({
    ...contract,
    paths: { "/rpc": { post: { ...post, "x-platform-action-binding": { ...rest, ...(limit && { batch: limit }) } } } },
  });
  expect(await feature.changes(withLimit(binding, 2))).toEqual([expect.stringContaining("up to 2 calls instead of 3")]);
  expect(await feature.changes(withLimit(binding))).toEqual([expect.stringContaining("no longer takes batches")]);
  expect(await feature.changes(withLimit(binding, 4))).toEqual([]);
});

test("a batch needs JSON-RPC", async () => {
  const { id: _, ...rest } = binding;
  const { post } = contract.paths["/rpc"];
  const paths = { "/rpc": { post: { ...post, "x-platform-action-binding": rest } } };
  await expect(featureOf({ ...contract, paths })).rejects.toThrow("only requests of JSON-RPC have a batch");
});
