import { expect, test } from "vitest";
import { featureOf, json } from "./feature.js";

const closed = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

const form = {
  "application/x-www-form-urlencoded": {
    schema: closed(
      {
        limit: { type: "integer", minimum: 1, description: "How many." },
        tags: { type: "array", maxItems: 5, items: { type: "string", maxLength: 20 } },
        ids: { type: "array", maxItems: 5, items: { type: "integer" } },
        area: closed({ from: { type: "number" }, to: { type: "number" } }),
        range: closed({ from: { type: "number" }, to: { type: "number" } }),
      },
      ["limit"],
    ),
    encoding: { ids: { style: "form", explode: false }, range: { style: "deepObject", explode: true } },
  },
};

const query = json(closed({ name: { type: "string", maxLength: 50 }, paid: { type: "boolean", default: false } }, ["name"]), {
  example: { name: "a & b" },
});

const operation = (operationId: string, parameters: readonly object[], more: object = {}) => ({
  operationId,
  parameters,
  responses: {
    200: { description: "What was read.", content: json({}) },
    400: { description: "Invalid.", content: json(closed({ error: { type: "string" } }, ["error"])) },
  },
  ...more,
});

const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/orders": { get: operation("listOrders", [{ $ref: "#/components/parameters/Filter" }]) },
    "/needed": { get: operation("needOrders", [{ name: "f", in: "querystring", required: true, content: form }]) },
    "/search/{querystring}": {
      parameters: [{ name: "querystring", in: "path", required: true, schema: { type: "string", maxLength: 9 } }],
      query: operation("searchOrders", [{ name: "query", in: "querystring", required: true, content: query }], {
        requestBody: { content: json(closed({})) },
      }),
    },
  },
  components: { parameters: { Filter: { name: "filter", in: "querystring", description: "Which orders.", content: form } } },
};

/** One feature for all tests, which don't change it. */
const shared = featureOf(contract);

const echo = ({ querystring }: { querystring: unknown }) => ({ status: 200, body: querystring ?? null });
const handlers = { listOrders: echo, needOrders: echo, searchOrders: echo };

test("the query string is one typed value in clients, handlers and validators", async () => {
  const feature = await shared;
  expect(feature.findings).toEqual([]);
  const program = `
import { createClient } from "./client/index.js";
import { operations } from "./validators/index.js";
import type { OperationHandlers } from "./server/index.js";
const client = createClient({ baseUrl: "" });
await client.listOrders();
await client.listOrders({ querystring: { limit: 1, tags: ["a"], area: { from: 1 } } });
await client.searchOrders({ querystring: "path", querystring_in_querystring: { name: "a" } });
// @ts-expect-error limit is a number
await client.listOrders({ querystring: { limit: "1" } });
// @ts-expect-error it is required
await client.needOrders({});
export const handlers: OperationHandlers = {
  listOrders: ({ querystring }) => ({ status: 200, body: querystring?.limit }),
  needOrders: ({ querystring: { limit, ids }, query }) => {
    limit satisfies number;
    ids satisfies number[] | undefined;
    // @ts-expect-error no parameter is in the query
    query.limit;
    return { status: 200, body: null };
  },
  searchOrders: ({ querystring }) => ({ status: 200, body: querystring.name satisfies string }),
};
const value: unknown = {};
if (operations.listOrders.querystring(value)) value.limit satisfies number;
`;
  expect(await feature.typeErrors(program)).toBe("");
  const { operations } = await feature.validators();
  const fits = operations["listOrders"]!.querystring!;
  expect([fits({ limit: 1 }), fits({ limit: 0 }), fits({})]).toEqual([true, false, false]);
});

test.each([
  { limit: 1 },
  { limit: 7, tags: ["a", "b&c=d", "ü +%"], ids: [1, 2], area: { from: 1.5, to: 2 }, range: { from: 0, to: 1 } },
])("a form arrives as it was sent: %j", async (querystring) => {
  const { client } = await (await shared).connect(handlers);
  expect(await client["listOrders"]!({ querystring })).toEqual(querystring);
  expect(await client["needOrders"]!({ querystring })).toEqual(querystring);
});

test.each([{ name: "" }, { name: 'a&b=c#"+%20ü\u0000', paid: true }])("JSON arrives as it was sent: %j", async (value) => {
  const { client } = await (await shared).connect(handlers);
  expect(await client["searchOrders"]!({ querystring: "x", querystring_in_querystring: value })).toEqual(value);
});

test("a missing query string has no value, or is the empty form", async () => {
  const { send, client } = await (await shared).connect(handlers);
  expect(await client["listOrders"]!()).toBe(null);
  expect((await send("/orders?", {})).status).toBe(200);
  expect(await (await send("/needed", {})).json()).toEqual({ error: "invalid_parameter: querystring/limit is required." });
  const search = await send("/search/x", { method: "QUERY" });
  expect(await search.json()).toEqual({ error: "invalid_parameter: querystring is required." });
});

const rejected = [
  ["limit=0", "querystring/limit must be >= 1"],
  ["limit=a", "querystring/limit must be integer"],
  ["limit=1&limit=2", "querystring has the same property twice"],
  ["limit=1&other=2", "querystring/other is not allowed"],
  ["limit=%", "querystring is not percent-encoded UTF-8"],
  ["limit=1&__proto__=2", "querystring has a property __proto__, which is not allowed"],
  ["limit=1&area=%7B", "querystring is not acceptable JSON"],
  ["limit=1&ids=1,a", "querystring/ids/1 must be integer"],
] as const;

test.each(rejected)("?%s is rejected", async (text, message) => {
  const { send } = await (await shared).connect(handlers);
  const response = await send(`/orders?${text}`, {});
  expect([response.status, await response.json()]).toEqual([400, { error: `invalid_parameter: ${message}.` }]);
});

test.each([
  ["name", "querystring is not acceptable JSON"],
  ["[]", "querystring must be object"],
  ["%7B%7D", "querystring/name is required"],
  ['{"name":"a","__proto__":1}', "querystring is not acceptable JSON"],
  ['{"name":"%FF"}', "querystring is not percent-encoded UTF-8"],
])("?%s is rejected as JSON", async (text, message) => {
  const { send } = await (await shared).connect(handlers);
  const response = await send(`/search/x?${text}`, { method: "QUERY" });
  expect([response.status, await response.json()]).toEqual([400, { error: `invalid_parameter: ${message}.` }]);
});

test("clients validate it before it is sent", async () => {
  const feature = await shared;
  const client = await feature.clientOf({
    baseUrl: "",
    fetch: () => Promise.reject(new Error("sent")),
    use: [validating(await feature.validators(), await feature.load("client/index.ts"))],
  });
  await expect(client["listOrders"]!({ querystring: { limit: 0 } })).rejects.toMatchObject({
    name: "InvalidCallError",
    message: "listOrders violates the contract: its query string at /limit must be >= 1",
  });
});

const validating = (validators: object, client: Readonly<Record<string, unknown>>) =>
  (client["validate"] as (validators: object) => unknown)(validators);

test("validate reads it from fixtures", async () => {
  const { validate } = await shared;
  const exchange = (request: object) => ({ operation: "listOrders", request });
  expect(validate(exchange({ querystring: { limit: 1 } }))).toEqual([]);
  expect(validate(exchange({}))).toEqual([]);
  expect(validate(exchange({ querystring: { limit: 0 } }))).toEqual(["/request/querystring/limit must be >= 1"]);
  expect(validate({ operation: "needOrders", request: {} })).toEqual(["/request/querystring is required"]);
});

test("docs include it", async () => {
  const feature = await shared;
  expect(await feature.page("operations/listOrders.md")).toContain("`filter` query string");
  const page = await feature.page("operations/searchOrders.md");
  expect(page).toContain("?%7B%22name%22%3A%22a%20%26%20b%22%7D");
  expect(page).toContain('querystring_in_querystring: { name: "a & b" }');
});

test("expand writes a form as parameters in the query for earlier versions", async () => {
  const feature = await shared;
  const whole = await feature.expanded();
  expect(whole["openapi"]).toBe("3.2.0");
  for (const version of ["3.1", "3.0"] as const) {
    const document = await feature.expanded(version);
    expect(JSON.stringify(document)).not.toContain("querystring");
    const { parameters } = (document["paths"] as Record<string, { get: { parameters: object[] } }>)["/needed"]!.get;
    expect(parameters).toMatchObject([
      { name: "area", in: "query", content: { "application/json": {} } },
      { name: "ids", in: "query", style: "form", explode: false },
      { name: "limit", in: "query", required: true, description: "How many.", schema: { type: "integer" } },
      { name: "range", in: "query", style: "deepObject" },
      { name: "tags", in: "query", schema: { type: "array" } },
    ]);
  }
});

test("diff compares its schema, its media type and its fields", async () => {
  const feature = await shared;
  const changed = (content: object, name = "filter") =>
    feature.changes({ ...contract, components: { parameters: { Filter: { name, in: "querystring", content } } } });
  const type = "application/x-www-form-urlencoded";
  const { schema, encoding } = form[type];
  expect(await changed(form, "renamed")).toEqual([]);
  expect(await changed(json(schema))).toContainEqual(
    'error parameter-serialization-changed the query string of "listOrders" is now serialized with mediaType "application/json" instead of "application/x-www-form-urlencoded"',
  );
  expect(await changed({ [type]: { schema, encoding: { range: encoding.range } } })).toContainEqual(
    'error field-serialization-changed the field "ids" in the query string of "listOrders" is now serialized with explode "true" instead of "false"',
  );
  const needed = { ...schema, required: ["limit", "tags"] };
  expect(await changed({ [type]: { schema: needed, encoding } })).toEqual([
    expect.stringMatching(/^error request-property-required .*the query string of "listOrders"/),
  ]);
});

const selector = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/values": {
      get: operation("select", [
        {
          name: "selector",
          in: "querystring",
          required: true,
          content: {
            "application/jsonpath": { schema: { type: "string", maxLength: 50, pattern: "^\\$" }, example: "$.a.b[1:1]" },
          },
        },
      ]),
    },
    "/pages": {
      get: operation("turn", [{ name: "page", in: "querystring", content: { "text/plain": { schema: { type: "integer" } } } }]),
    },
  },
};

/** One feature for the tests of query strings that are text. */
const asText = featureOf(selector);

test("a query string of another media type is text", async () => {
  const feature = await asText;
  expect(feature.findings).toEqual([]);
  const program = `
import { createClient } from "./client/index.js";
import type { OperationHandlers } from "./server/index.js";
const client = createClient({ baseUrl: "" });
await client.select({ querystring: "$.a" });
await client.turn({ querystring: 7 });
// @ts-expect-error it is text
await client.select({ querystring: { a: 1 } });
export const handlers: OperationHandlers = {
  select: ({ querystring }) => ({ status: 200, body: querystring satisfies string }),
  turn: ({ querystring }) => ({ status: 200, body: querystring satisfies number | undefined }),
};
`;
  expect(await feature.typeErrors(program)).toBe("");
  const sent: string[] = [];
  const { send } = await feature.connect({ select: echo, turn: echo });
  const client = await feature.clientOf({
    baseUrl: "",
    fetch: (url: string, init: RequestInit) => (sent.push(url), send(url, init)),
  });
  for (const text of ["$.a.b[1:1]", "$ a&b=c#+%20ü"]) expect(await client["select"]!({ querystring: text })).toBe(text);
  expect(await client["turn"]!({ querystring: 7 })).toBe(7);
  expect(await client["turn"]!()).toBe(null);
  expect(sent).toEqual(["/values?%24.a.b%5B1%3A1%5D", "/values?%24%20a%26b%3Dc%23%2B%2520%C3%BC", "/pages?7", "/pages"]);
  await expect(client["select"]!({ querystring: "" })).rejects.toMatchObject({ name: "InvalidCallError" });
});

test.each([
  ["/values", "querystring is required"],
  ["/values?a", "querystring must match pattern"],
  ["/values?$%FF", "querystring is not percent-encoded UTF-8"],
  ["/pages?x", "querystring must be integer"],
])("%s is rejected as text", async (path, message) => {
  const { send } = await (await asText).connect({ select: echo, turn: echo });
  const response = await send(path, {});
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: expect.stringContaining(`invalid_parameter: ${message}`) as unknown },
  ]);
});

test("docs, validate, diff and expand know query strings that are text", async () => {
  const feature = await asText;
  const page = await feature.page("operations/select.md");
  expect(page).toContain("?%24.a.b%5B1%3A1%5D");
  expect(page).toContain('querystring: "$.a.b[1:1]"');
  expect(feature.validate({ operation: "select", request: { querystring: "$.a" } })).toEqual([]);
  expect(feature.validate({ operation: "select", request: { querystring: "a" } })).toEqual([
    expect.stringMatching(/^\/request\/querystring must match/),
  ]);
  const { maxLength: _, ...open } = { type: "string", maxLength: 50 };
  const content = { "text/x-path": { schema: { ...open, pattern: "^\\$" } } };
  const get = operation("select", [{ name: "selector", in: "querystring", required: true, content }]);
  expect(await feature.changes({ ...selector, paths: { ...selector.paths, "/values": { get } } })).toContainEqual(
    expect.stringContaining('now serialized with mediaType "text/x-path" instead of "application/jsonpath"'),
  );
  expect(JSON.stringify(await feature.expanded("3.1"))).not.toContain("querystring");
});
