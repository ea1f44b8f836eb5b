import { createServer as listen } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, type Feature } from "./feature.js";

const id = { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 4 } };
const dry = { name: "dry", in: "query", schema: { type: "boolean" } };
const operation = (operationId: string, ...parameters: object[]) => ({
  operationId,
  security: [],
  parameters,
  responses: answering({ type: "object" }),
});

/** Paths as people write them beside what OpenAPI defines. */
const contract = {
  paths: {
    "/messages": { post: operation("send", dry) },
    "/messages?beta=a%26b": { post: operation("sendBeta", dry, { name: "beta", in: "query", schema: { type: "boolean" } }) },
    "/messages#draft": { post: operation("draft", dry) },
    "/only#fragment": { get: operation("onlyFragment") },
    "/pairs/{id}/of/{id}": { get: operation("pair", id) },
    "/pets/<name>": { get: operation("getPet") },
    "/pets/{name}/toys/{toy}": {
      get: operation("getToy", { name: "toy", in: "path", required: false, schema: { type: "integer" } }, id),
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

test("each is a warning that describes the treatment", () => {
  expect(feature.findings).toEqual([
    'warning path-nonstandard the path "/messages?beta=a%26b" has a query, which is sent with every request',
    'warning path-parameters the query parameter "beta" of "POST /messages?beta=a%26b" has a fixed value in the path; ignored',
    'warning path-nonstandard the path "/messages#draft" has a fragment, which is never sent, so requests ignore it',
    'warning operation-unroutable "POST /messages#draft" has the same requests as "POST /messages", so the server omits it',
    'warning path-nonstandard the path "/only#fragment" has a fragment, which is never sent, so requests ignore it',
    'warning path-nonstandard the path "/pairs/{id}/of/{id}" has the parameter "id" more than once; all have the same value',
    'warning path-nonstandard the path "/pets/<name>" is read as "/pets/{name}"',
    'warning path-parameters the path parameter "name" of "GET /pets/<name>" is not declared; treated as a string',
    'warning path-parameter-optional the path parameter "toy" is treated as required',
    'warning path-parameters the path parameter "id" of "GET /pets/{name}/toys/{toy}" is not in the path; ignored',
  ]);
});

const echo =
  (operationId: string) =>
  ({ path, query }: { path: unknown; query: unknown }) => ({ status: 200, body: { operationId, path, query } });
const handlers = Object.fromEntries(
  ["send", "sendBeta", "onlyFragment", "pair", "getPet", "getToy"].map((name) => [name, echo(name)]),
);

test("the client writes them, the server reads them", async () => {
  const { client } = await feature.connect(handlers);
  const call = (name: string, args?: object) => client[name]!(args);
  expect(await call("send", { dry: true })).toEqual({ operationId: "send", path: {}, query: { dry: true } });
  expect(await call("sendBeta", { dry: true })).toEqual({ operationId: "sendBeta", path: {}, query: { dry: true } });
  expect(await call("sendBeta")).toMatchObject({ operationId: "sendBeta" });
  expect(await call("draft")).toMatchObject({ operationId: "send" });
  expect(await call("onlyFragment")).toMatchObject({ operationId: "onlyFragment" });
  expect(await call("pair", { id: "a b" })).toEqual({ operationId: "pair", path: { id: "a b" }, query: {} });
  expect(await call("getPet", { name: "x/y" })).toMatchObject({ operationId: "getPet", path: { name: "x/y" } });
  expect(await call("getToy", { name: "n", toy: 7 })).toMatchObject({ operationId: "getToy", path: { name: "n", toy: 7 } });
});

test("a socket receives what the client sends", async () => {
  const urls: (string | undefined)[] = [];
  const server = listen((request, response) => {
    urls.push(request.url);
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const client = await feature.clientOf({ baseUrl: `http://127.0.0.1:${port}` });
    await client["sendBeta"]!({ dry: true });
    await client["draft"]!();
    await client["pair"]!({ id: "a/b" });
    await client["getPet"]!({ name: "rex" });
  } finally {
    server.close();
  }
  expect(urls).toEqual(["/messages?beta=a%26b&dry=true", "/messages", "/pairs/a%2Fb/of/a%2Fb", "/pets/rex"]);
});

test.each([
  ["GET", "/pairs/a/of/b", 404],
  ["GET", "/pairs/a/of/%61", 200],
  ["GET", "/pairs/abcde/of/abcde", 400],
  ["GET", "/pets/%3Cname%3E", 200],
  ["GET", "/pets/rex/toys/x", 400],
  ["POST", "/messages?beta=ab", 200],
  ["GET", "/messages?beta=a%26b", 405],
])("%s %s returns %i", async (method, url, status) => {
  const { send } = await feature.connect(handlers);
  expect((await send(url, { method })).status).toBe(status);
});

test("the output type-checks, and only served operations have a handler", async () => {
  const program = `
    import type { OperationHandlers } from "./server/handlers.js";
    import { createClient } from "./client/index.js";
    import type { operations } from "./types.js";
    type Handled = keyof OperationHandlers;
    export const handled: Record<Handled, true> = { send: true, sendBeta: true, onlyFragment: true, pair: true, getPet: true, getToy: true };
    const client = createClient({ baseUrl: "" });
    export const calls = () => [client.draft(), client.pair({ id: "a" }), client.getPet({ name: "x" }), client.getToy({ name: "n", toy: 1 })];
    export const path: operations["getToy"]["parameters"]["path"] = { name: "n", toy: 1 };
    // @ts-expect-error both are required
    export const partial: operations["getToy"]["parameters"]["path"] = { name: "n" };
  `;
  expect(await feature.typeErrors(program)).toBe("");
});

test("docs, expand, diff and validate read them, too", async () => {
  expect(await feature.page("operations/sendBeta.md")).toContain("/messages?beta=a%26b");
  expect(await feature.page("operations/getPet.md")).toContain("/pets/$NAME");
  const { paths } = (await feature.expanded()) as { paths: Record<string, Record<string, { parameters: unknown[] }>> };
  expect(paths["/pets/{name}"]!["get"]!.parameters).toEqual([
    { name: "name", in: "path", required: true, schema: { type: "string" } },
  ]);
  expect(paths["/pets/{name}/toys/{toy}"]!["get"]!.parameters).toMatchObject([
    { name: "toy", required: true },
    { name: "name", required: true },
  ]);
  expect(await feature.changes(contract)).toEqual([]);
  const declared = { name: "name", in: "path", required: true, schema: { type: "string" } };
  const written = { ...contract.paths, "/pets/{name}": { get: operation("getPet", declared) } };
  delete (written as Record<string, unknown>)["/pets/<name>"];
  expect(await feature.changes({ paths: written })).toEqual([]);
  const valid = { request: { path: { name: "rex" } }, response: { status: 200, body: {} } };
  expect(feature.validate({ operation: "getPet", ...valid } as never)).toEqual([]);
});
