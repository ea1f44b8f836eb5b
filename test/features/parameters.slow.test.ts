import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, refer, type Feature } from "./feature.js";

const list = (type: string) => ({ type: "array", items: { type } });
const filter = {
  type: "object",
  additionalProperties: false,
  properties: { state: { enum: ["on", "off"] }, min: { type: "integer" }, tags: list("string") },
};

/** Parameters of a path item, one of them replaced; every place; styles; names that are no identifiers. */
const contract = {
  paths: {
    "/shops/{shop-id}/things": {
      parameters: [
        { name: "shop-id", in: "path", required: true, schema: { type: "integer" } },
        { name: "limit", in: "query", schema: { type: "integer", maximum: 10 } },
        refer("Trace"),
      ].map((parameter) => ("$ref" in parameter ? { $ref: "#/components/parameters/Trace" } : parameter)),
      get: {
        operationId: "list-things",
        security: [],
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } },
          { name: "filter", in: "query", style: "deepObject", schema: filter },
          { name: "$sort", in: "query", explode: false, schema: list("string") },
          { name: "ids", in: "query", style: "pipeDelimited", explode: false, schema: list("integer") },
          { name: "session.id", in: "cookie", schema: { type: "string", minLength: 3 } },
          { name: "class", in: "query", schema: { type: "boolean" } },
          { name: "where", in: "query", content: { "application/json": { schema: filter } } },
        ],
        responses: answering({ type: "object" }),
      },
    },
  },
  components: {
    parameters: { Trace: { name: "X-Trace-Id", in: "header", schema: { type: "string", maxLength: 8 } } },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const echo = ({ path, query, headers, cookies }: Record<"path" | "query" | "headers" | "cookies", unknown>) => ({
  status: 200,
  body: { path, query, headers, cookies },
});

test("the client writes them, the server reads them", async () => {
  const { client } = await feature.connect({ "list-things": echo });
  const args = {
    "shop-id": 7,
    limit: 50,
    filter: { state: "on", min: 2, tags: ["a", "b&c"] },
    $sort: ["name", "-size"],
    ids: [1, 2],
    "session.id": "abc",
    class: true,
    where: { min: 1 },
    "X-Trace-Id": "t-1",
  };
  const { "shop-id": id, "session.id": session, "X-Trace-Id": trace, ...query } = args;
  // The session is a cookie, which the platform's Request leaves out; `serve` in test/client has sockets for it.
  const answer = await client["list-things"]!(args);
  expect(answer).toMatchObject({ path: { "shop-id": id }, query, headers: { "x-trace-id": trace } });
  expect(session).toBe("abc");
});

test.each([
  ["/shops/x/things", "shop-id must be integer."],
  ["/shops/1/things?limit=101", "limit must be <= 100."],
  ["/shops/1/things?filter[state]=up", 'filter/state must be one of "on", "off".'],
  ["/shops/1/things?filter[size]=1", "filter/size is not allowed."],
  ["/shops/1/things?filter[min", "filter has a property without a closing bracket."],
  ["/shops/1/things?ids=1|x", "ids/1 must be integer."],
  ["/shops/1/things?class=1", "class must be boolean."],
])("%s is rejected", async (url, message) => {
  const { send } = await feature.connect({ "list-things": echo });
  const response = await send(url, { method: "GET" });
  expect([response.status, await response.json()]).toEqual([400, { error: `invalid_parameter: ${message}` }]);
});

test("headers and cookies are rejected, too", async () => {
  const { send } = await feature.connect({ "list-things": echo });
  const get = async (headers: Record<string, string>) => (await send("/shops/1/things", { method: "GET", headers })).json();
  expect(await get({ "x-trace-id": "123456789" })).toEqual({
    error: "invalid_parameter: x-trace-id must NOT have more than 8 characters.",
  });
  expect(await get({ cookie: "session.id=ab" })).toEqual({
    error: "invalid_parameter: session.id must NOT have fewer than 3 characters.",
  });
});

test("types have the names of the contract", async () => {
  const program = `
import { createClient } from "./client/index.js";
import type { OperationHandlers } from "./server/index.js";
export const handlers: Pick<OperationHandlers, "list-things"> = {
  "list-things": async ({ path, query, cookies, headers }) => {
    const told: [number, number | undefined, string | undefined, string | undefined] = [
      path["shop-id"], query.filter?.min, cookies["session.id"], headers["x-trace-id"],
    ];
    return { status: 200, body: { told } };
  },
};
const client = createClient({ baseUrl: "" });
await client["list-things"]({ "shop-id": 1, class: true, filter: { state: "off" }, "session.id": "abc" });
// @ts-expect-error the path needs it
await client["list-things"]({ class: true });
// @ts-expect-error content has the type of its schema
await client["list-things"]({ "shop-id": 1, where: '{"min":1}' });
// @ts-expect-error no such state
await client["list-things"]({ "shop-id": 1, filter: { state: "up" } });
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("fixtures, docs and expand have them", async () => {
  const held = (query: object) =>
    feature.validate({ operation: "list-things", request: { params: { "shop-id": 1 }, query: query as never } });
  expect(held({ "filter[state]": "on", limit: 100 })).toEqual([]);
  expect(held({ filter: { state: "up" }, limit: 101 })).toEqual([
    '/request/query/filter/state must be one of "on", "off"',
    "/request/query/limit must be <= 100",
  ]);
  const page = await feature.page("operations/list-things.md");
  for (const name of ["shop-id", "filter", "$sort", "session.id", "X-Trace-Id"]) expect(page).toContain(`\`${name}\``);
  expect((await feature.expanded())["paths"]).toMatchObject({
    "/shops/{shop-id}/things": { get: { operationId: "list-things" } },
  });
});
