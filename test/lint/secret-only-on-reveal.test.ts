import { expect, test } from "vitest";
import { contract, diagnosticsOf } from "./lint-text.js";

const secret = "{ type: string, format: password }";
const path = (response: string, status = "200", more = "") => `
/key:
  get:
    operationId: getKey
    ${more}
    responses:
      "${status}": ${response}`;
const json = (schema: string) => `{ description: Done., content: { application/json: { schema: ${schema} } } }`;
const of = (pieces: Parameters<typeof contract>[0]) =>
  diagnosticsOf("secret-only-on-reveal", contract(pieces)).map(({ message }) => message);

test.each([
  ["a property", `{ properties: { token: ${secret} } }`, 'the secret "token"'],
  ["a list", `{ items: { prefixItems: [{ properties: { token: ${secret} } }] } }`, 'the secret "token"'],
  ["a list of secrets", `{ properties: { tokens: { type: array, items: ${secret} } } }`, 'the secret "tokens"'],
  ["a map", `{ additionalProperties: ${secret} }`, "a secret"],
  [
    "a union",
    `{ oneOf: [{ type: string }, { anyOf: [{ allOf: [{ properties: { token: ${secret} } }] }] }] }`,
    'the secret "token"',
  ],
  [
    "text in another format",
    `{ properties: { text: { contentSchema: { properties: { token: ${secret} } } } } }`,
    'the secret "token"',
  ],
  ["what holds under a condition", `{ if: {}, then: { properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["a condition", `{ if: { properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["the other case", `{ if: {}, else: { properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["what depends on a property", `{ dependentSchemas: { name: { properties: { token: ${secret} } } } }`, 'the secret "token"'],
  ["a map by pattern", `{ patternProperties: { "^t": ${secret} } }`, 'the secret "^t"'],
  ["the names of a map", `{ propertyNames: ${secret} }`, "a secret"],
  ["some item", `{ contains: { properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["what nothing else evaluates", `{ unevaluatedProperties: { properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["a negation", `{ not: { properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["a negation of more", `{ not: { required: [name, token], properties: { token: ${secret} } } }`, 'the secret "token"'],
  ["a double negation", `{ not: { not: { required: [token], properties: { token: ${secret} } } } }`, 'the secret "token"'],
  [
    "what stands beside a reference",
    `{ $ref: "#/components/schemas/Failure", properties: { token: ${secret} } }`,
    'the secret "token"',
  ],
  ["the whole response", secret, "a secret"],
])("in %s", (_, schema, name) => {
  expect(of({ paths: path(json(schema)) })).toEqual([`${name} can be read in the response 200 of GET /key`]);
});

test("in a header, a shared response and a default response", () => {
  expect(of({ paths: path(`{ description: Done., headers: { X-Key: { schema: ${secret} } } }`) })).toEqual([
    'the secret "X-Key" can be read in the response 200 of GET /key',
  ]);
  const components = `responses: { Key: ${json(secret)} }`;
  expect(of({ paths: path('{ $ref: "#/components/responses/Key" }', "default"), components })).toEqual([
    "a secret can be read in the default response of GET /key",
  ]);
});

test("behind references, which are shown, and through the mapping of a discriminator", () => {
  const schemas = `Outer: { properties: { inner: { $ref: "#/components/schemas/Inner" } } }
Inner: { properties: { outer: { $ref: "#/components/schemas/Outer" }, token: ${secret} } }
Base: { discriminator: { propertyName: kind, mapping: { a: Inner } }, properties: { kind: { type: string } } }`;
  const found = diagnosticsOf(
    "secret-only-on-reveal",
    contract({ paths: path(json('{ $ref: "#/components/schemas/Outer" }')), schemas }),
  );
  expect(found).toMatchObject([
    {
      location: { line: 27, column: 75 },
      related: [
        { message: "reached through this reference", location: { line: 9 } },
        { message: "reached through this reference", location: { line: 26 } },
      ],
    },
  ]);
  expect(of({ paths: path(json('{ $ref: "#/components/schemas/Base" }')), schemas })).toEqual([
    'the secret "token" can be read in the response 200 of GET /key',
  ]);
});

test("in the result of an action", () => {
  expect(of({ actions: `restart: { result: { properties: { token: ${secret} } } }` })).toEqual([
    'the secret "token" can be read in the result of "restart" of type "postgres"',
  ]);
  expect(of({ actions: `restart: { x-platform-reveal: true, result: { properties: { token: ${secret} } } }` })).toEqual([]);
  expect(of({ actions: `restart: { scopes: ["key:reveal"], result: { properties: { token: ${secret} } } }` })).toEqual([]);
});

test("a revealing operation may return secrets, but not in its errors", () => {
  const marks = ["x-platform-reveal: true", "security: [{ token: ['service:reveal'] }]"];
  for (const mark of marks) {
    expect(of({ paths: path(json(secret), "200", mark) })).toEqual([]);
    expect(of({ paths: path(json(secret), "409", mark) })).toEqual(["a secret can be read in the response 409 of GET /key"]);
    expect(of({ paths: path(json(secret), "default", mark) })).toEqual([
      "a secret can be read in the default response of GET /key",
    ]);
  }
});

test("secrets that are only received, or that a schema forbids, are valid", () => {
  expect(of({ actions: `restart: { body: { type: object, properties: { token: ${secret} } } }` })).toEqual([]);
  expect(of({ paths: path(json(`{ not: { required: [token], properties: { token: ${secret} } } }`)) })).toEqual([]);
  expect(of({ schemas: `Unused: ${secret}` })).toEqual([]);
});

test("a write-only property of a schema that requests share is never returned, and valid", () => {
  const user = (more: string) =>
    `User: { properties: { name: { type: string }, password: ${more} } }\nPassword: { type: string, writeOnly: true }`;
  const body = 'requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }';
  const paths = path(json('{ items: { $ref: "#/components/schemas/User" } }'), "200", body);
  expect(of({ paths, schemas: user("{ type: string, writeOnly: true }") })).toEqual([]);
  expect(of({ paths, schemas: user('{ $ref: "#/components/schemas/Password" }') })).toEqual([]);
  expect(of({ paths, schemas: user(secret) })).toEqual(['the secret "password" can be read in the response 200 of GET /key']);
});

const sent = (operation: string) => `
webhooks:
  created:
    post:
      operationId: onCreated
      ${operation}
      responses: { "204": { description: Seen. } }`;
const bodyOf = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const subscribe = (callbacks: string) => `
/subscriptions:
  post:
    operationId: subscribe
    responses: { "204": { description: Done. } }
    callbacks: ${callbacks}`;
const callback = (operation: string) =>
  `{ "{$request.body#/url}": { post: { ${operation}, responses: { "204": { description: Seen. } } } } }`;

test("in what a webhook sends: its body and every parameter", () => {
  const request = 'can be read in the request of the webhook "created"';
  expect(of({ root: sent(bodyOf(`{ properties: { token: ${secret} } }`)) })).toEqual([`the secret "token" ${request}`]);
  expect(of({ root: sent(`parameters: [{ name: X-Key, in: header, schema: ${secret} }]`) })).toEqual([
    `the secret "X-Key" ${request}`,
  ]);
  expect(of({ root: sent(`parameters: [{ name: key, in: query, schema: ${secret} }]`) })).toEqual([
    `the secret "key" ${request}`,
  ]);
  expect(of({ root: sent(bodyOf("{ properties: { token: { writeOnly: true } } }")) })).toEqual([]);
  expect(of({ root: sent(`x-platform-reveal: true\n      ${bodyOf(secret)}`) })).toEqual([]);
  expect(of({ root: sent(`parameters: [{ name: page, in: query, schema: { type: string } }]`) })).toEqual([]);
});

test("in what a callback sends, also in a shared one, which is reported once", () => {
  const told = 'the secret "token" can be read in the request of the callback "{$request.body#/url}"';
  const piece = callback(bodyOf(`{ properties: { token: ${secret} } }`));
  expect(of({ paths: subscribe(`{ event: ${piece} }`) })).toEqual([told]);
  const shared = subscribe(
    '{ event: { $ref: "#/components/callbacks/Event" }, again: { $ref: "#/components/callbacks/Event" } }',
  );
  expect(of({ paths: shared, components: `callbacks: { Event: ${piece} }` })).toEqual([told]);
  expect(of({ components: `callbacks: { Event: ${piece} }` })).toEqual([]);
});

test("what others respond to a webhook is received, not sent", () => {
  const root = `
webhooks:
  created:
    post:
      operationId: onCreated
      responses: { "200": ${json(`{ properties: { token: ${secret} } }`)} }`;
  expect(of({ root })).toEqual([]);
});
