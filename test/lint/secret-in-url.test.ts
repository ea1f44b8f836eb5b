import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const path = (parameters: string) => `
/reset/{token}:
  parameters: [{ name: token, in: path, required: true, schema: { type: string } }]
  get:
    operationId: reset
    parameters: [${parameters}]
    responses: { "204": { description: Done. } }`;
const of = (parameters: string, components = "") => findings("secret-in-url", contract({ paths: path(parameters), components }));
const secret = "{ type: string, format: password }";

test("in a query or a path", () => {
  expect(of(`{ name: key, in: query, schema: ${secret} }`)).toEqual([
    `[${secret}] warning the query parameter "key" of GET /reset/{token} contains a secret, and URLs are logged`,
  ]);
  expect(of(`{ name: token, in: path, required: true, schema: ${secret} }`)).toEqual([
    `[${secret}] warning the path parameter "token" of GET /reset/{token} contains a secret, and URLs are logged`,
  ]);
});

test("inside an object, as JSON, and behind references", () => {
  const told = 'the query parameter "login" of GET /reset/{token} contains a secret, and URLs are logged';
  const object = `{ type: object, properties: { password: ${secret} } }`;
  expect(of(`{ name: login, in: query, schema: ${object} }`)).toEqual([`[password] warning ${told}`]);
  expect(of(`{ name: login, in: query, content: { application/json: { schema: ${object} } } }`)).toEqual([
    `[password] warning ${told}`,
  ]);
  const shared = `parameters: { Login: { name: login, in: query, schema: ${object} } }`;
  expect(of('{ $ref: "#/components/parameters/Login" }', shared)).toEqual([`[password] warning ${told}`]);
});

test("headers and cookies may have secrets, and so may parameters that no operation has", () => {
  expect(of(`{ name: X-Key, in: header, schema: ${secret} }`)).toEqual([]);
  expect(of(`{ name: key, in: cookie, schema: ${secret} }`)).toEqual([]);
  expect(of("", `parameters: { Key: { name: key, in: query, schema: ${secret} } }`)).toEqual([]);
  expect(of("{ name: page, in: query, schema: { type: string, format: email } }")).toEqual([]);
});
