import http from "node:http";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { contractOf } from "../emit/load-emitted.js";
import { serve } from "../server/listen.js";
import { loadOutput } from "../support/load-output.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { failureOf } from "./connect.js";

const json = (schema: object) => ({ "application/json": { schema } });
const text = { type: "string" };
const ok = (content?: object) => ({ "200": content ? { description: "Done.", content } : { description: "Done." } });
const echo = ok(json({ type: "object" }));
const inPath = (name: string, more: object = {}) => ({ name, in: "path", required: true, schema: text, ...more });
const list = { type: "array", items: text };
const action = (more: object = {}) => ({
  label: "Do",
  body: { type: "object", properties: { n: { type: "integer" } } },
  ...more,
});

const document = {
  openapi: "3.1.0",
  info: { title: "Everything", version: "1" },
  security: [{ key: [] }, { login: [] }, { bearer: [] }],
  paths: {
    "/machines/{id}/do/{action}": {
      post: {
        operationId: "actOnMachine",
        parameters: [
          inPath("id", { schema: { type: "integer" } }),
          inPath("action"),
          { name: "X-Reason", in: "header", schema: text },
        ],
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: ok(),
        "x-platform-machine-actions": { start: action({ idempotent: true }), toJSON: action() },
        "x-platform-share-group-actions": { "os-force_delete": action() },
      },
    },
    "/network/{network}/do/{action}": {
      post: {
        operationId: "network",
        parameters: [inPath("network"), inPath("action")],
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: ok(),
        "x-platform-find-actions": { attach: action() },
        "x-platform-network-actions": { attach: action(), idle: {} },
      },
    },
    "/find/{id}/{path}/{format}": {
      get: {
        operationId: "find",
        parameters: [
          inPath("id", { style: "matrix" }),
          inPath("path", { style: "label", explode: true, schema: list }),
          inPath("format"),
          { name: "id", in: "query", schema: { type: "integer" } },
          { name: "tags", in: "query", explode: false, schema: list },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            schema: { type: "object", properties: { on: { type: "boolean" } } },
          },
          { name: "json", in: "query", content: { "application/json": { schema: { type: "object" } } } },
          { name: "X-Page", in: "header", required: true, schema: { type: "integer" } },
          { name: "Authorization", in: "header", required: true, schema: text },
          { name: "theme", in: "cookie", schema: text },
        ],
        responses: echo,
      },
    },
    "/then": { get: { operationId: "then", responses: echo } },
    "/pets": {
      get: {
        operationId: "pets/list",
        security: [{}],
        parameters: [{ name: "cursor", in: "query", schema: text }],
        responses: ok(json({ type: "object", properties: { pets: list, next_cursor: { type: ["string", "null"] } } })),
      },
      post: {
        operationId: "addPet",
        parameters: [{ name: "body", in: "query", schema: text }],
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { name: text, n: { type: "integer" } } },
            },
          },
        },
        responses: {
          "201": { description: "Made.", content: json({ type: "object" }) },
          "204": { description: "There already." },
        },
      },
    },
    "/notes": {
      put: {
        operationId: "putNote",
        requestBody: {
          required: true,
          content: {
            "text/*": {},
            "application/octet-stream": {},
            "application/merge-patch+json": { schema: { type: "object" } },
          },
        },
        responses: ok({ "text/plain": {}, "application/octet-stream": {} }),
      },
    },
    "/secret": {
      get: {
        operationId: "reveal",
        "x-platform-reveal": true,
        responses: ok(
          json({
            type: "object",
            properties: { codes: { type: "array", items: { type: "string", format: "password" } }, name: text },
          }),
        ),
      },
    },
    "/upload": {
      post: {
        operationId: "upload",
        requestBody: { required: true, content: { "multipart/form-data": { schema: { type: "object" } } } },
        responses: { default: { description: "?", content: { "*/*": {} } } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      login: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer" },
    },
  },
};

const files = await emitAll(contractOf(document), { template: readTemplate });
const load = loadOutput(files);

type AnyClient = Record<
  string,
  (
    args?: unknown,
    options?: unknown,
  ) => Promise<unknown> & Record<string, (body?: unknown, options?: unknown) => Promise<unknown>>
>;

const echoing = (call: unknown) => {
  const { path: inside, query, headers, cookies, body } = call as Record<string, unknown>;
  return { status: 200, body: { path: inside, query, headers, cookies, body } };
};

/** The contract's server on a real socket, and its client. */
async function connect(operations: NonNullable<AnyApplication["handlers"]["operations"]> = {}, options: object = {}) {
  const { createServer, toNodeHandler } = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => http.RequestListener;
  };
  const { createClient } = (await load("client/index.ts")) as { createClient: (options: object) => AnyClient };
  const done = (call: unknown) => ({
    status: "done",
    result: { body: (call as { body: unknown }).body, path: (call as { path: unknown }).path },
  });
  const server = createServer({
    authenticate: ({ headers }) => (headers["x-key"] ?? headers["authorization"]) as string | undefined,
    scopesOf: () => [],
    canAccess: () => true,
    findResource: (_, __, operation) => ({ type: operation === "network" ? "network" : "machine" }),
    handlers: {
      operations: {
        find: echoing,
        then: echoing,
        "pets/list": echoing,
        addPet: echoing,
        putNote: echoing,
        reveal: echoing,
        ...operations,
      },
      actions: { machine: { start: done, toJSON: done }, network: { attach: done, idle: done } },
    },
    log: ({ error, message }) => expect.fail(String(error ?? message)),
  });
  const { port } = await serve(http.createServer(toNodeHandler(server)));
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, credentials: { key: "k" }, ...options });
}

test("the output compiles under the strictest options", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "any-contract-"));
  writeFiles(folder, files);
  expect(await typeCheckNatively(folder)).toBe("");
});

test("several endpoints for actions: each type is sent to its own", async () => {
  const client = await connect();
  const started = await client["machine"]!({ id: 7 })["start"]!({ n: 1 }, { parameters: { "X-Reason": "why" } });
  expect(started).toMatchObject({ result: { body: { n: 1 }, path: { id: 7, action: "start" } } });
  expect(await client["network_"]!({ network: "a" })["attach"]!()).toMatchObject({ result: { path: { network: "a" } } });
  expect(await client["network_"]!({ network: "a" })["idle"]!()).toMatchObject({ result: { body: {} } });
});

describe("names that JavaScript or the contract itself uses", () => {
  test("an operation keeps its name, a service type gets an underscore", async () => {
    const client = await connect();
    expect(await failureOf(client["find"]!())).toMatchObject({ message: "find has a parameter id that can't be sent in a path" });
    expect(await client["find_"]!({ network: "a" })["attach"]!()).toMatchObject({ action: "attach" });
  });

  test("names that JavaScript itself calls get an underscore", async () => {
    const client = await connect();
    expect(await (client as unknown as Promise<AnyClient>)).toBe(client);
    expect(await client["then_"]!()).toMatchObject({ query: {} });
    expect(await client["machine"]!({ id: 1 })["toJSON_"]!({ n: 2 })).toMatchObject({
      action: "toJSON",
      result: { body: { n: 2 } },
    });
  });

  test("any other name is unchanged", async () => {
    const client = await connect({ "pets/list": () => ({ status: 200, body: { pets: ["a"], next_cursor: null } }) });
    expect(await client["pets/list"]!()).toEqual({ pets: ["a"], next_cursor: null });
  });
});

test("parameters in all locations and styles arrive, also two of the same name", async () => {
  const client = await connect();
  const answer = await client["find"]!({
    id: "a;b",
    path: ["x.y", "z"],
    format: "csv",
    id_in_query: 7,
    tags: ["one,two", "three"],
    filter: { on: true },
    json: { a: [1] },
    "X-Page": 3,
    theme: "d;rk",
  });
  expect(answer).toEqual({
    path: { id: "a;b", path: ["x.y", "z"], format: "csv" },
    query: { id: 7, tags: ["one,two", "three"], filter: { on: true }, json: { a: [1] } },
    headers: { "x-page": 3 },
    cookies: { theme: "d;rk" },
  });
});

test("bodies and responses of all kinds arrive", async () => {
  const received: unknown[] = [];
  const client = await connect({
    putNote: (call) => {
      received.push((call as { body: unknown }).body);
      const isBytes = received.length === 2;
      return {
        status: 200,
        body: isBytes ? new Uint8Array([7]) : "noted",
        contentType: isBytes ? "application/octet-stream" : "text/plain",
      };
    },
  });
  expect(await client["putNote"]!({ body: "a note" })).toBe("noted");
  expect(await client["putNote"]!({ body: new Uint8Array([1, 2]) })).toEqual(new Uint8Array([7]));
  expect(await client["putNote"]!({ body: { a: 1 } })).toBe("noted");
  expect(received).toEqual(["a note", Buffer.from([1, 2]), { a: 1 }]);
});

test("a form arrives, next to a parameter named like the body", async () => {
  const client = await connect({ addPet: (call) => ({ ...echoing(call), status: 201 }) });
  expect(await client["addPet"]!({ body_in_query: "q", body: { name: "Rex & Co", n: 2 } })).toMatchObject({
    query: { body: "q" },
    body: { name: "Rex & Co", n: 2 },
  });
});

test("a response without a body is undefined", async () => {
  const client = await connect({ addPet: () => ({ status: 204 }) });
  expect(await client["addPet"]!()).toBeUndefined();
});

test("lists of secrets are wrapped", async () => {
  const client = await connect({ reveal: () => ({ status: 200, body: { codes: ["a-7f3a"], name: "n" } }) });
  const revealed = (await client["reveal"]!()) as { codes: { reveal: () => string }[] };
  expect(JSON.stringify(revealed)).toBe('{"codes":["[redacted]"],"name":"n"}');
  expect(revealed.codes[0]!.reveal()).toBe("a-7f3a");
});

test("credentials of schemes other than a token are sent", async () => {
  const seen: unknown[] = [];
  const then = (call: unknown) => {
    seen.push((call as { principal: unknown }).principal);
    return echoing(call);
  };
  await (
    await connect({ then })
  )["then_"]!();
  await (
    await connect({ then }, { credentials: { login: { username: "u", password: "p" } } })
  )["then_"]!();
  await (
    await connect({ then }, { credentials: undefined, token: "t" })
  )["then_"]!();
  expect(seen).toEqual(["k", "Basic dTpw", "Bearer t"]);
});

test("operations are paged too", async () => {
  const next: Record<string, string | null> = { "": "2", "2": null };
  const client = await connect({
    "pets/list": (call) => {
      const { cursor = "" } = (call as { query: { cursor?: string } }).query;
      return { status: 200, body: { pets: [`after ${cursor}`], next_cursor: next[cursor] } };
    },
  });
  const { items } = (await load("client/index.ts")) as { items: (call: unknown, list: string) => AsyncIterable<unknown> };
  const found: unknown[] = [];
  for await (const pet of items(client["pets/list"], "pets")) found.push(pet);
  expect(found).toEqual(["after ", "after 2"]);
});

test("a handle is created from a service and its actions if the contract does not represent services", async () => {
  const client = await connect();
  const { createHandle } = (await load("client/index.ts")) as {
    createHandle: (service: object, calls: object) => { can: (name: string) => boolean };
  };
  const service = { type: "machine", capabilities: { actions: [{ name: "start", enabled: true }] } };
  const handle = createHandle(service, client["machine"]!({ id: 1 }));
  expect([handle.can("start"), handle.can("toJSON")]).toEqual([true, false]);
});

test("a contract without actions and without security has a client", async () => {
  const plain = await emitAll(
    contractOf({
      openapi: "3.1.0",
      info: { title: "Plain", version: "1" },
      paths: { "/a/{id}": { get: { operationId: "getA", parameters: [inPath("id")], responses: echo } } },
    }),
    { template: readTemplate },
  );
  const folder = mkdtempSync(path.join(tmpdir(), "plain-"));
  writeFiles(folder, plain);
  expect(await typeCheckNatively(folder)).toBe("");
  const { createClient } = (await loadOutput(plain)("client/index.ts")) as { createClient: (options: object) => AnyClient };
  const seen: [string | undefined, string | undefined][] = [];
  const { port } = await serve(
    http.createServer(({ url, headers }, response) => {
      seen.push([url, headers.authorization]);
      response.setHeader("content-type", "application/json").end("{}");
    }),
  );
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: "t" });
  expect(await client["getA"]!({ id: "x" })).toEqual({});
  expect(seen).toEqual([["/a/x", "Bearer t"]]);
});
