import { expect, test } from "vitest";
import { diagnosticsOf } from "../../lint/lint-text.js";

/** Takes exponential time. */
const slow = { type: "string", pattern: "^(x+)+$" };
const media = (schema: object) => ({ "application/json": { schema } });
const done = { "200": { description: "Done." } };
const operation = (more: object) => ({ operationId: "run", security: [], responses: done, ...more });
const put = (more: object) => ({ "/run": { put: operation(more) } });
const body = (schema: object) => put({ requestBody: { content: media(schema) } });
const parameter = (where: string, more: object = { schema: slow }) => put({ parameters: [{ name: "a", in: where, ...more }] });
const action = (schema: object) => ({
  "/do/{action}": {
    post: operation({
      parameters: [{ name: "action", in: "path", required: true, schema: { type: "string" } }],
      requestBody: { content: media({ type: "object" }) },
      "x-platform-vm-actions": { start: { body: schema } },
    }),
  },
});

/** Severity and file of each slow pattern that lint finds in a contract. */
function found(paths: object, more: object = {}, openapi = "3.1.0", files: Record<string, object> = {}): string[] {
  const document = { openapi, info: { title: "Patterns", version: "1" }, paths, ...more };
  const texts = Object.entries({ "openapi.yaml": document, ...files }).map(([name, value]) => [name, JSON.stringify(value)]);
  return diagnosticsOf("pattern-not-linear", Object.fromEntries(texts) as Record<string, string>).map(
    ({ severity, location }) => `${severity} ${location?.path}`,
  );
}

const inSchemas: [string, object][] = [
  ["properties", { properties: { a: slow } }],
  ["patternProperties, as a name", { patternProperties: { "^(x+)+$": {} } }],
  ["patternProperties, as a value", { patternProperties: { "^x": slow } }],
  ["additionalProperties", { additionalProperties: slow }],
  ["propertyNames", { propertyNames: slow }],
  ["unevaluatedProperties", { unevaluatedProperties: slow }],
  ["dependentSchemas", { dependentSchemas: { a: { properties: { b: slow } } } }],
  ["items", { properties: { a: { type: "array", items: slow } } }],
  ["prefixItems", { properties: { a: { type: "array", prefixItems: [slow] } } }],
  ["contains", { properties: { a: { type: "array", contains: slow } } }],
  ["unevaluatedItems", { properties: { a: { type: "array", unevaluatedItems: slow } } }],
  ["allOf", { properties: { a: { allOf: [slow] } } }],
  ["anyOf", { properties: { a: { anyOf: [slow, { type: "integer" }] } } }],
  ["oneOf", { properties: { a: { oneOf: [slow, { type: "integer" }] } } }],
  ["not", { properties: { a: { not: slow } } }],
  ["if", { properties: { a: { if: slow, then: { minLength: 1 } } } }],
  ["then", { properties: { a: { if: { minLength: 1 }, then: slow } } }],
  ["else", { properties: { a: { if: { minLength: 1 }, else: slow } } }],
];

test.each(inSchemas)("in a schema, under %s", (_, schema) => {
  expect(found(action({ type: "object", ...schema }))).toEqual(["error openapi.yaml"]);
});

const places: [string, object][] = [
  ["the body of an operation", body(slow)],
  ["a form", put({ requestBody: { content: { "application/x-www-form-urlencoded": { schema: { properties: { a: slow } } } } } })],
  ["a multipart form", put({ requestBody: { content: { "multipart/form-data": { schema: { properties: { a: slow } } } } } })],
  ["a query parameter", parameter("query")],
  ["a header", parameter("header")],
  ["a cookie", parameter("cookie")],
  ["a parameter written as JSON", parameter("query", { content: media(slow) })],
  [
    "a parameter of a path",
    { "/run/{a}": { parameters: [{ name: "a", in: "path", required: true, schema: slow }], put: operation({}) } },
  ],
];

test.each(places)("in %s", (_, paths) => {
  expect(found(paths)).toEqual(["error openapi.yaml"]);
});

test("in a component, used or not", () => {
  expect(found({}, { components: { schemas: { Slow: slow } } })).toEqual(["error openapi.yaml"]);
  expect(found({}, { components: { parameters: { Slow: { name: "a", in: "query", schema: slow } } } })).toEqual([
    "error openapi.yaml",
  ]);
  expect(found({}, { components: { requestBodies: { Slow: { content: media(slow) } } } })).toEqual(["error openapi.yaml"]);
});

test("in OpenAPI 3.0", () => {
  expect(found(body({ type: "object", properties: { a: { ...slow, nullable: true } } }), {}, "3.0.3")).toEqual([
    "error openapi.yaml",
  ]);
  expect(found(parameter("query"), {}, "3.0.3")).toEqual(["error openapi.yaml"]);
});

test("in another file", () => {
  const files = { "parts/schemas.json": { Slow: { type: "object", properties: { a: slow } } } };
  expect(found(action({ $ref: "parts/schemas.json#/Slow" }), {}, "3.1.0", files)).toEqual(["error parts/schemas.json"]);
  expect(found(body({ $ref: "parts/schemas.json#/Slow" }), {}, "3.1.0", files)).toEqual(["error parts/schemas.json"]);
});
