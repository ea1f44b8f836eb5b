import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw } from "../binding/raw-response.js";
import { featureOf, json, type Feature } from "./feature.js";

const text = { type: "string", maxLength: 20 };

const closed = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/** An endpoint of the actions of machines, whose method has no field of its own or came with OpenAPI 3.2. */
const endpoint = (operationId: string, type: string) => ({
  operationId,
  "x-platform-action-binding": {
    action: { in: "header", name: "X-Action" },
    type: { const: type },
    response: { action: null, status: null, message: null, result: "" },
  },
  [`x-platform-${type}-actions`]: {
    clone: {
      label: "Clone",
      summary: "Makes a copy.",
      body: closed({ name: text }, ["name"]),
      result: closed({ id: text }, ["id"]),
    },
    move: { label: "Move", summary: "Moves it.", result: closed({ id: text }, ["id"]) },
  },
  parameters: [{ name: "X-Action", in: "header", required: true, schema: text }],
  requestBody: { content: json({ type: "object" }) },
  responses: {
    200: { description: "Done.", content: json({ type: "object" }) },
    default: { description: "Failed.", content: json(closed({ error: { type: "string" } }, ["error"])) },
  },
});

const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/machines/{machine_id}": {
      parameters: [{ name: "machine_id", in: "path", required: true, schema: text }],
      query: endpoint("queryMachine", "query"),
      additionalOperations: { COPY: endpoint("copyMachine", "machine"), ASSEMBLE: endpoint("assembleMachine", "assembly") },
    },
  },
};

let feature: Feature;
let server: http.Server;
let port: number;

const handlers = {
  clone: ({ body, path }: { body: { name: string }; path: { machine_id: string } }) => ({
    result: { id: path.machine_id + body.name },
  }),
  move: () => ({ result: { id: "moved" } }),
};

const application = {
  authenticate: () => undefined,
  canAccess: () => true,
  findResource: () => ({}),
  log: () => undefined,
  handlers: { operations: {}, actions: { machine: handlers, query: handlers, assembly: handlers } },
};

beforeAll(async () => {
  feature = await featureOf(contract, ["binding-assumed"]);
  const { createServer, toNodeHandler } = (await feature.load("server/index.ts")) as {
    createServer: (application: object) => object;
    toNodeHandler: (server: object) => RequestListener;
  };
  server = http.createServer(toNodeHandler(createServer(application)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

async function send(method: string, action: string, body: string): Promise<unknown[]> {
  const headers = { "x-action": action, "content-type": "application/json", "content-length": String(body.length) };
  const response = await sendRaw(port, { method, path: "/machines/m1", headers, body });
  return [response.status, response.text === "" ? undefined : JSON.parse(response.text)];
}

test("lint warns about methods that Node.js does not parse", () => {
  expect(feature.findings.filter((line) => line.includes("method-unreachable"))).toEqual([expect.stringContaining('"ASSEMBLE"')]);
});

test.each(["COPY", "QUERY"])("node: %s invokes actions", async (method) => {
  expect(await send(method, "clone", '{"name":"-2"}')).toEqual([200, { id: "m1-2" }]);
  expect(await send(method, "move", "")).toEqual([200, { id: "moved" }]);
  expect(await send(method, "clone", '{"names":"-2"}')).toEqual([
    400,
    { error: expect.stringContaining("names is not allowed") },
  ]);
  expect((await send(method, "grow", "{}"))[0]).toBe(400);
  expect((await send("POST", "clone", "{}"))[0]).toBe(405);
});

test.each(["machine", "query", "assembly"])("fetch: the client invokes the actions of %s", async (type) => {
  const { client } = await feature.connect({}, application as never);
  const target = (client[type] as unknown as (target: object) => Record<string, (body?: object) => Promise<unknown>>)({
    machine_id: "m1",
  });
  expect(await target["clone"]!({ name: "-2" })).toMatchObject({ result: { id: "m1-2" } });
  expect(await target["move"]!()).toMatchObject({ result: { id: "moved" } });
});

test("types, docs, fixtures, expand and diff have them", async () => {
  const program = `
import { createClient } from "./client/index.js";
const { result } = await createClient({ baseUrl: "" }).machine({ machine_id: "m1" }).clone({ name: "a" });
result.id satisfies string;
// @ts-expect-error it has a name
await createClient({ baseUrl: "" }).machine({ machine_id: "m1" }).clone({});
`;
  expect(await feature.typeErrors(program)).toBe("");
  expect(await feature.page("actions/machine/clone.md")).toMatch(/COPY/);
  const exchange = (body: object) => ({ service_type: "machine", action: "clone", request: { body } }) as never;
  expect(feature.validate(exchange({ name: "a" }))).toEqual([]);
  expect(feature.validate(exchange({}))).toEqual(["/request/body/name is required"]);
  expect(JSON.stringify(await feature.expanded())).toContain('"COPY"');
  const { COPY: _, ...others } = contract.paths["/machines/{machine_id}"].additionalOperations;
  const item = { ...contract.paths["/machines/{machine_id}"], additionalOperations: others };
  expect(await feature.changes({ ...contract, paths: { "/machines/{machine_id}": item } })).toContainEqual(
    expect.stringMatching(/^error .*(copyMachine|machine)/),
  );
});
