import { expect, test } from "vitest";
import { findings } from "./lint-text.js";

const ok = `responses: { "200": { description: Fine. } }`;

const of = (parameters: string, { path = "/a", security = "", openapi = "3.2.0" } = {}) =>
  findings(
    "querystring",
    `openapi: ${openapi}
info: { title: Shop, version: "1" }
paths: { "${path}": { get: { parameters: [${parameters}], ${security} ${ok} } } }
components: { securitySchemes: { key: { type: apiKey, in: query, name: key } } }`,
  );

const json = "{ name: a, in: querystring, content: { application/json: {} } }";

const form = (schema: string) =>
  `{ name: a, in: querystring, content: { application/x-www-form-urlencoded: { schema: ${schema} } } }`;

test.each([
  json,
  form("{ type: object }"),
  form("{ allOf: [{ type: object }] }"),
  "{ name: a, in: querystring, content: { application/jsonpath: {} } }",
  "{ name: a, in: querystring, content: { text/plain: { schema: { type: integer } } } }",
  `{ name: b, in: header, schema: {} }, ${json}`,
])("%s", (parameters) => {
  expect(of(parameters)).toEqual([]);
});

test.each([
  ["{ name: a, in: querystring }", "needs one media type in content"],
  ["{ name: a, in: querystring, schema: {} }", "needs one media type in content, not a schema of its own"],
  [
    "{ name: a, in: querystring, schema: {}, content: { application/json: {} } }",
    "needs one media type in content, not a schema of its own",
  ],
  ["{ name: a, in: querystring, content: { application/json: {}, text/plain: {} } }", "needs one media type in content"],
  ["{ name: a, in: querystring, content: { text/*: {} } }", `can't be "text/*"`],
  ["{ name: a, in: querystring, content: { multipart/form-data: {} } }", `can't be "multipart/form-data"`],
  [
    "{ name: a, in: querystring, content: { text/plain: { schema: { type: array } } } }",
    'is text of "text/plain", and its schema allows a list or an object',
  ],
  [form("{ type: string }"), "is a form, and its schema isn't that of an object"],
  [form("{ type: [object, 'null'] }"), "is a form, and its schema isn't that of an object"],
  [form("true"), "is a form, and its schema isn't that of an object"],
])("%s is rejected", (parameter, problem) => {
  expect(of(parameter)).toEqual([`[querystring] error the query string ${problem}`]);
});

test("nothing else may be in the query", () => {
  const rejection = "is not allowed next to the query string of GET /a";
  expect(of(`${json}, { name: limit, in: query, schema: {} }`)).toEqual([
    `[{ name: limit, in: query, schema: {} }] error the query parameter "limit" ${rejection}`,
  ]);
  const second = json.replace("name: a", "name: b");
  expect(of(`${json}, ${second}`)).toEqual([`[${second}] error a second one ${rejection}`]);
  expect(of(json, { path: "/a?b=c" })).toEqual([
    `[${json}] error a query in the path is not allowed next to the query string of GET /a?b=c`,
  ]);
  expect(of(json, { security: "security: [{ key: [] }]," })).toEqual([
    `[${json}] error the API key "key" in the query ${rejection}`,
  ]);
});

test("other versions have no such location", () => {
  expect(of(json, { openapi: "3.1.0" })).toEqual([]);
});
