import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, type Feature } from "./feature.js";

const map = (type: string, more: object = {}) => ({ type: "object", additionalProperties: { type }, ...more });
const formBody = {
  required: true,
  content: {
    "application/x-www-form-urlencoded": {
      schema: {
        type: "object",
        properties: {
          page: { type: "integer" },
          labels: map("string"),
          items: { type: "array", items: map("integer") },
          deep: map("integer"),
        },
      },
      encoding: { labels: { style: "form", explode: true }, deep: { style: "deepObject", explode: true } },
    },
  },
};

/** Objects with open keys beside everything else that a query, cookies and a form contain. */
const contract = {
  components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
  paths: {
    "/things?fixed=1": {
      get: {
        operationId: "list",
        security: [{ key: [] }],
        parameters: [
          { name: "page", in: "query", schema: { type: "integer" } },
          { name: "deep", in: "query", style: "deepObject", explode: true, schema: map("integer") },
          { name: "f", in: "query", required: true, schema: map("integer", { properties: { k: { type: "string" } } }) },
          { name: "session", in: "cookie", schema: { type: "string" } },
          { name: "others", in: "cookie", schema: map("string") },
        ],
        responses: answering({}),
      },
      post: { operationId: "send", requestBody: formBody, responses: answering({}) },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const echo = ({ query, cookies, body }: Record<string, unknown>) => ({ status: 200, body: { query, cookies, body } });

test("every name that nothing else claims is a property", async () => {
  const { client, send } = await feature.connect({ list: echo, send: echo });
  const given = { page: 1, deep: { x: 2 }, f: { k: "5", z: 3 }, session: "s", others: { theme: "a b", "b c": "ö" } };
  expect(await client["list"]!(given)).toEqual({
    query: { page: 1, deep: { x: 2 }, f: { k: "5", z: 3 } },
    cookies: { session: "s", others: { theme: "a b", "b c": "ö" } },
  });
  const bare = await send("/things?fixed=1&api_key=secret&z=3&deep%5By%5D=4&page=2", {});
  expect(await bare.json()).toEqual({ query: { page: 2, deep: { y: 4 }, f: { z: 3 } }, cookies: {} });
  expect((await send("/things?fixed=1&api_key=secret&page=2", {})).status).toBe(400);
  expect((await send("/things?fixed=1&z=x", {})).status).toBe(400);
});

test.each(["page", "fixed", "api_key", "deep[a]", "__proto__"])(
  "a client sends no property %s, which a server reads as something else",
  async (name) => {
    const { client } = await feature.connect({ list: echo });
    const call = client["list"]!({ f: Object.fromEntries([[name, 1]]) });
    await expect(call).rejects.toMatchObject({ name: "InvalidCallError" });
  },
);

test("in forms, too", async () => {
  const { client } = await feature.connect({ send: echo });
  const body = { page: 1, labels: { a: "b", c: "5" }, items: [{ x: 1 }, { y: 2 }], deep: { q: 7 } };
  expect(await client["send"]!({ body })).toEqual({ body, query: {}, cookies: {} });
});

test("validate reads exchanges alike", () => {
  const validate = (query: Record<string, string>) => feature.validate({ operation: "list", request: { query } });
  expect(validate({ z: "3", page: "1" })).toEqual([]);
  expect(validate({ z: "x" })).toEqual([expect.stringContaining("must be integer")]);
  expect(validate({ page: "1" })).toEqual(["/request/query/f is required"]);
});

test("the output compiles", async () => {
  expect(await feature.typeErrors()).toBe("");
});
