import { expect, test } from "vitest";
import { answering, featureOf } from "./feature.js";

const text = { type: "string", maxLength: 99 };
const list = { type: "array", maxItems: 9, items: text };
const map = { type: "object", additionalProperties: false, properties: { a: text, b: text } };
const parameter = (name: string, place: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  allowReserved: true,
  ...(place === "path" && { required: true }),
  ...more,
});

const contract = (openapi: string) => ({
  openapi,
  security: [],
  paths: {
    "/files/{name}/{tags}:{kind}": {
      get: {
        operationId: "read",
        parameters: [
          parameter("name", "path", text),
          parameter("tags", "path", list),
          parameter("kind", "path", text),
          parameter(
            "link",
            "query",
            { ...text, examples: ["https://a.test/b?c"] },
            { required: true, example: "https://a.test/b?c" },
          ),
          parameter("plain", "query", text, { allowReserved: false }),
          parameter("all", "query", list, { example: ["https://a.test/b?c", "d"] }),
          parameter("some", "query", list, { explode: false }),
          parameter("deep", "query", map, { style: "deepObject" }),
          parameter("note", "cookie", text),
        ],
        responses: answering({}),
      },
    },
    "/forms": {
      post: {
        operationId: "write",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", additionalProperties: false, properties: { link: text, plain: text, tags: list } },
              encoding: { link: { allowReserved: true }, tags: { allowReserved: true, explode: false } },
            },
          },
        },
        responses: answering({}),
      },
    },
  },
});

const shared = featureOf(contract("3.2.0"));

const connect = async () => {
  const feature = await shared;
  const sent: { url: string; cookie: string | null; body: unknown }[] = [];
  const echo = ({ path, query, cookies, body }: Record<string, unknown>) => ({
    status: 200,
    body: body ?? { path, query, cookies },
  });
  const { send } = await feature.connect({ read: echo, write: echo });
  const client = await feature.clientOf({
    baseUrl: "",
    fetch: (url: string, init: RequestInit) => {
      sent.push({ url, cookie: new Headers(init.headers).get("cookie"), body: init.body });
      return send(url, init);
    },
  });
  return { client, send, sent };
};

const reserved = ":/?#[]@!$&'()*+,;=";
const others = ' %"<>\\^`{|}ü😀';

test("clients send reserved characters as they are, except those that end a component or a part of it", async () => {
  const { client, sent } = await connect();
  const args = {
    name: reserved,
    tags: [reserved, "b"],
    kind: reserved,
    link: reserved,
    plain: reserved,
    all: [reserved, "b"],
    some: [reserved, "b"],
    deep: { a: reserved },
    note: reserved,
  };
  expect(await client["read"]!(args)).toEqual({
    path: { name: reserved, tags: [reserved, "b"], kind: reserved },
    query: { link: reserved, plain: reserved, all: [reserved, "b"], some: [reserved, "b"], deep: { a: reserved } },
    cookies: { note: reserved },
  });
  const query = ":/?%23%5B%5D@!$%26'()*%2B,;%3D";
  const joined = query.replace(",", "%2C");
  const [path, search = ""] = [
    sent[0]!.url.slice(0, sent[0]!.url.indexOf("?")),
    sent[0]!.url.slice(sent[0]!.url.indexOf("?") + 1),
  ];
  const inPath = ":%2F%3F%23%5B%5D@!$&'()*+,;=";
  const inList = inPath.replace(":", "%3A").replace(",;=", "%2C%3B%3D");
  expect(path).toBe(`/files/${inPath}/${inList},b:${inPath.replace(":", "%3A")}`);
  expect(search.split("&").sort()).toEqual(
    [
      `all=${query}`,
      "all=b",
      `deep%5Ba%5D=${query}`,
      `link=${query}`,
      `plain=${encodeURIComponent(reserved)}`,
      `some=${joined},b`,
    ].sort(),
  );
  expect(sent[0]!.cookie).toBe("note=:/?#[]@!$&'()*+%2C%3B=");
});

test("other characters are encoded, and what is encoded stays so", async () => {
  const { client, sent } = await connect();
  const args = { name: others, tags: ["a"], kind: "k", link: `${others}%2B%zz%2` };
  expect(await client["read"]!(args)).toMatchObject({ path: { name: others }, query: { link: `${others}+%zz%2` } });
  expect(sent[0]!.url).toContain(`?link=${encodeURIComponent(others)}%2B%25zz%252`);
});

test.each(["..", "%2E", "."])("no value leads to another path: %s", async (name) => {
  const { client } = await connect();
  await expect(client["read"]!({ name, tags: ["a"], kind: "k", link: "" })).rejects.toMatchObject({ name: "InvalidCallError" });
});

test("servers read both forms", async () => {
  const { send } = await connect();
  for (const query of ["link=https://a.test/b?c;d", "link=https%3A%2F%2Fa.test%2Fb%3Fc%3Bd"])
    expect(await (await send(`/files/a/b:c?${query}`, {})).json()).toMatchObject({ query: { link: "https://a.test/b?c;d" } });
});

test("fields of URL-encoded forms may have them", async () => {
  const { client, sent } = await connect();
  const body = { link: "a/b?c&d=e+f g", plain: "a/b", tags: ["a,b", "c/d"] };
  expect(await client["write"]!({ body })).toEqual(body);
  expect(sent[0]!.body).toBe("link=a/b?c%26d%3De%2Bf%20g&plain=a%2Fb&tags=a%2Cb,c/d");
});

test("docs show what is sent", async () => {
  expect(await (await shared).page("operations/read.md")).toContain("written as `all=https://a.test/b?c&all=d`");
});

test("before OpenAPI 3.2, it applies to queries only", async () => {
  const feature = await featureOf(contract("3.1.0"));
  const urls: string[] = [];
  const client = await feature.clientOf({
    baseUrl: "",
    fetch: (url: string) => (urls.push(url), Promise.resolve(Response.json({}))),
  });
  await client["read"]!({ name: "a@b", tags: ["c@d"], kind: "k", link: "e@f" });
  expect(urls).toEqual(["/files/a%40b/c%40d:k?link=e@f"]);
});

test("it works with parameters that are checked, contain slashes, or are fields of a query string", async () => {
  const form = { "application/x-www-form-urlencoded": { schema: map, encoding: { a: { allowReserved: true } } } };
  const feature = await featureOf({
    openapi: "3.2.0",
    security: [],
    paths: {
      "/v1/{+name}": {
        get: {
          operationId: "read",
          parameters: [
            { name: "name", in: "path", required: true, schema: text },
            parameter("link", "query", { type: ["string", "integer"], maxLength: 99 }),
          ],
          responses: answering({}),
        },
      },
      "/forms": {
        get: {
          operationId: "find",
          parameters: [{ name: "form", in: "querystring", content: form }],
          responses: answering({}),
        },
      },
    },
  });
  const sent: string[] = [];
  const { send } = await feature.connect({
    read: ({ path, query }: Record<string, unknown>) => ({ status: 200, body: { path, query } }),
    find: ({ querystring }: Record<string, unknown>) => ({ status: 200, body: querystring }),
  });
  const client = await feature.clientOf({
    baseUrl: "",
    fetch: (url: string, init: RequestInit) => (sent.push(url), send(url, init)),
  });
  expect(await client["read"]!({ name: "a/b:c", link: "d/e" })).toEqual({ path: { name: "a/b:c" }, query: { link: "d/e" } });
  await expect(client["read"]!({ name: "a", link: "7" })).rejects.toMatchObject({ name: "InvalidCallError" });
  expect(await client["find"]!({ querystring: { a: "b/c&", b: "d/e" } })).toEqual({ a: "b/c&", b: "d/e" });
  expect(sent).toEqual(["/v1/a/b%3Ac?link=d/e", "/forms?a=b/c%26&b=d%2Fe"]);
});
