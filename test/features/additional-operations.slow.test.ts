import { createServer as createHttpServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { loadOutput } from "../support/load-output.js";
import { featureOf, json, refer } from "./feature.js";

const closed = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});
const text = { type: "string", maxLength: 64 };
const error = { description: "Invalid.", content: json(closed({ error: { type: "string" } }, ["error"])) };

const copy = {
  operationId: "copyOrder",
  parameters: [{ $ref: "#/components/parameters/Depth" }],
  requestBody: { required: true, content: json(refer("Target")) },
  responses: { 201: { description: "The copy.", content: json({ type: "array", items: { type: "string" } }) }, 400: error },
};
const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/orders/{order}": {
      parameters: [{ name: "order", in: "path", required: true, schema: text }],
      get: { operationId: "getOrder", responses: { 204: { description: "It exists." } } },
      additionalOperations: {
        PURGE: { operationId: "purgeOrder", responses: { 204: { description: "Gone from caches." } } },
        COPY: copy,
      },
    },
  },
  webhooks: {
    copied: {
      additionalOperations: {
        NOTIFY: {
          requestBody: { required: true, content: json(refer("Target")) },
          responses: { 204: { description: "Noted." } },
        },
      },
    },
  },
  components: {
    parameters: { Depth: { name: "depth", in: "query", schema: { type: "integer" } } },
    schemas: { Target: closed({ to: text }, ["to"]) },
  },
};
const handlers = {
  getOrder: () => ({ status: 204 }),
  purgeOrder: () => ({ status: 204 }),
  copyOrder: ({ path, query, body }: { path: { order: string }; query: { depth: number }; body: { to: string } }) => ({
    status: 201,
    body: [path.order, String(query.depth), body.to],
  }),
};
const feature = await featureOf(contract);

test("operations with other methods have types at their location in the document", async () => {
  const program = `
import { createClient } from "./client/index.js";
import type { paths, webhooks } from "./types.js";
const copied: string[] = await createClient({ baseUrl: "" }).copyOrder({ order: "o", depth: 2, body: { to: "b" } });
copied satisfies paths["/orders/{order}"]["additionalOperations"]["COPY"]["responses"][201]["content"]["application/json"];
type Note = webhooks["copied"]["additionalOperations"]["NOTIFY"]["requestBody"]["content"]["application/json"];
({ to: "b" }) satisfies Note;
// @ts-expect-error the body has a target
await createClient({ baseUrl: "" }).copyOrder({ order: "o", body: {} });
// @ts-expect-error it is no field of the path item
type Copy = paths["/orders/{order}"]["COPY"];
`;
  expect(feature.findings).toEqual([]);
  expect(await feature.typeErrors(program)).toBe("");
  const { webhooks } = await feature.validators();
  const { body } = webhooks["copied"]!["NOTIFY"]!;
  expect([body!({ to: "b" }), body!({})]).toEqual([true, false]);
});

test("servers route them, validate them and name them in allow, over a socket", async () => {
  const load = loadOutput(feature.files);
  const output = (await load("server/index.ts")) as unknown as {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => RequestListener;
  };
  const application = {
    authenticate: () => "caller",
    scopesOf: () => [],
    canAccess: () => true,
    findResource: () => undefined,
    handlers: { operations: handlers as never },
    log: () => {},
  };
  const http = createHttpServer(output.toNodeHandler(output.createServer(application))).listen(0, "127.0.0.1");
  onTestFinished(() => void http.close());
  await once(http, "listening");
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = await feature.clientOf({ baseUrl });
  expect(await client["copyOrder"]!({ order: "o", depth: 3, body: { to: "b" } })).toEqual(["o", "3", "b"]);
  expect(await client["purgeOrder"]!({ order: "o" })).toBeUndefined();

  const send = (method: string, body?: object) =>
    fetch(`${baseUrl}/orders/o`, {
      method,
      headers: { connection: "close", ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await send("COPY", {})).status).toBe(400);
  const wrong = await send("MOVE");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "COPY, GET, HEAD, OPTIONS, PURGE"]);
  // The parser of Node.js knows no such method.
  expect((await send("copy", { to: "b" })).status).toBe(400);
});

test("methods are sent as written and match case-sensitively", async () => {
  const paths = { "/orders": { additionalOperations: { archive: { ...copy, parameters: [] } } } };
  const lower = await featureOf({ ...contract, paths, webhooks: {} });
  expect(lower.findings).toEqual([
    'warning method-unreachable requests with the method "archive" don\'t reach servers on Node.js',
  ]);
  const { client, send } = await lower.connect({ copyOrder: () => ({ status: 201, body: ["done"] }) });
  expect(await client["copyOrder"]!({ body: { to: "b" } })).toEqual(["done"]);
  expect((await send("/orders", { method: "ARCHIVE" })).status).toBe(405);
});

test("clients don't retry them by default", async () => {
  const module = (await loadOutput(feature.files)("client/index.ts")) as unknown as {
    createClient: (options: object) => Record<"getOrder" | "purgeOrder", (args: object) => Promise<unknown>>;
    retry: (options: object) => unknown;
  };
  const sent: string[] = [];
  const client = module.createClient({
    baseUrl: "http://localhost",
    use: [module.retry({ attempts: 2, delay: 0 })],
    fetch: async (_: string, { method }: { method: string }) => {
      sent.push(method);
      return new Response(null, { status: 503 });
    },
  });
  await expect(client.purgeOrder({ order: "o" })).rejects.toThrow("503");
  await expect(client.getOrder({ order: "o" })).rejects.toThrow("503");
  expect(sent).toEqual(["PURGE", "GET", "GET"]);
});

test("fixtures, documentation, diff and expanded documents support them", async () => {
  const exchange = { operation: "copyOrder", path: { order: "o" }, request: { body: {} } } as never;
  expect(feature.validate(exchange)).toHaveLength(1);
  expect(await feature.page("operations/copyOrder.md")).toContain("COPY /orders/{order}");
  const { COPY, PURGE } = contract.paths["/orders/{order}"].additionalOperations;
  const revised = (additionalOperations: object) => ({
    ...contract,
    paths: { "/orders/{order}": { ...contract.paths["/orders/{order}"], additionalOperations } },
  });
  expect(await feature.changes(revised({ COPY }))).toEqual([expect.stringContaining("error operation-removed")]);
  expect(await feature.changes(revised({ COPY, PURGE, LINK: { ...PURGE, operationId: "linkOrder" } }))).toEqual([
    expect.stringContaining("operation-added"),
  ]);
  const expanded = (await feature.expanded())["paths"];
  expect(expanded).toMatchObject({ "/orders/{order}": { additionalOperations: { COPY: { operationId: "copyOrder" } } } });
  const { "/orders/{order}": lowered } = (await feature.expanded("3.1"))["paths"] as Record<string, object>;
  expect(Object.keys(lowered!)).toEqual(["get", "parameters"]);
});

test("documents of earlier versions have no such field", async () => {
  const { "/orders/{order}": item } = contract.paths;
  const older = await featureOf({ ...contract, openapi: "3.1.0", paths: { "/orders/{order}": item }, webhooks: {} });
  const { client } = await older.connect({ getOrder: handlers.getOrder });
  expect(Object.keys(client)).not.toContain("copyOrder");
});
