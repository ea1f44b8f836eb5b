import { beforeAll, describe, expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import type { Integers } from "../../generator/document/load-contract.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { contractOf } from "../emit/load-emitted.js";
import { loadOutput } from "../support/load-output.js";

const json = (schema: object) => ({ "application/json": { schema } });
const int64 = { type: "integer", format: "int64" };
const order = { type: "object", properties: { id: int64, plain: { type: "integer" }, any: int64 } };

const contract = contractOf({
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders/{id}": {
      put: {
        operationId: "putOrder",
        parameters: [
          { name: "id", in: "path", required: true, schema: int64 },
          { name: "plain", in: "query", schema: { type: "integer" } },
          { name: "either", in: "query", schema: { type: ["integer", "string"] } },
        ],
        requestBody: { required: true, content: json(order) },
        responses: { "200": { description: "Done.", content: json({ type: "object" }) } },
      },
      get: {
        operationId: "getOrder",
        parameters: [{ name: "id", in: "path", required: true, schema: int64 }],
        responses: { "200": { description: "Done.", content: json(order) } },
      },
    },
  },
});

async function start(integers: Integers) {
  const load = loadOutput(await emitAll({ ...contract, integers }, { template: readTemplate }));
  const { createServer } = (await load("server/index.ts")) as { createServer: (application: AnyApplication) => Server };
  const server = createServer({
    authenticate: () => ({ scopes: [] }),
    canAccess: () => true,
    findResource: () => undefined,
    handlers: {
      operations: {
        putOrder: (call: unknown) => {
          const { path, query, body } = call as { path: object; query: object; body: object };
          return { status: 200, body: { ...path, ...query, body } };
        },
        getOrder: () => ({ status: 200, body: { id: 2 ** 60 } }),
      },
    },
    log: () => undefined,
  } as unknown as AnyApplication);
  return async (method: string, url: string, body?: string) => {
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: new TextEncoder().encode(body) };
    const response = await server.handle({ method, url, headers, ...sent });
    return [response.status, JSON.parse(response.body as string) as unknown];
  };
}

const why = 'must match format "int64": an integer within 2^53, as JSON numbers lose digits beyond';
const beyond = "9007199254740993";

describe("exact", () => {
  let send: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    send = await start("exact");
  });

  test.each([beyond, `-${beyond}`, "9007199254740992", "9223372036854775807", "1e300"])("%s in a body", async (literal) => {
    expect(await send("PUT", "/orders/1", `{"id":${literal}}`)).toEqual([400, { error: `invalid_body: /id ${why}.` }]);
  });

  test("up to 2^53 - 1, and without the format, as JSON.parse reads it", async () => {
    expect(await send("PUT", "/orders/9007199254740991", `{"id":-9007199254740991,"plain":${beyond}}`)).toEqual([
      200,
      { id: 9007199254740991, body: { id: -9007199254740991, plain: 9007199254740992 } },
    ]);
  });

  test("parameters are read as bodies are", async () => {
    expect(await send("PUT", `/orders/${beyond}`, "{}")).toEqual([400, { error: `invalid_parameter: id ${why}.` }]);
    expect(await send("PUT", `/orders/1?plain=${beyond}&either=${beyond}`, "{}")).toEqual([
      200,
      { id: 1, plain: 9007199254740992, either: beyond, body: {} },
    ]);
  });

  test("a response can't contain one either", async () => {
    expect((await send("GET", "/orders/1"))[0]).toBe(500);
  });
});

test("rounded: 64 bits are accepted, as the nearest double", async () => {
  const send = await start("rounded");
  expect(await send("PUT", `/orders/${beyond}`, `{"id":9223372036854775807}`)).toEqual([
    200,
    { id: 9007199254740992, body: { id: 2 ** 63 } },
  ]);
  expect(await send("GET", "/orders/1")).toEqual([200, { id: 2 ** 60 }]);
  expect(await send("PUT", "/orders/1", `{"id":1e300}`)).toEqual([
    400,
    { error: 'invalid_body: /id must match format "int64".' },
  ]);
});
