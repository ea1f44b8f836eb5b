import { describe, expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const json = (name: string) => `{ content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;
const webhook = (body: string, response = '{ description: "Seen." }') => `
webhooks:
  userAdded: { post: { requestBody: ${json(body)}, responses: { "200": ${response} } } }`;
const users = `
/users:
  post: { operationId: addUser, requestBody: ${json("User")}, responses: { "204": { description: Added. } } }`;
const schemas = `User: { type: object, properties: { name: { type: string }, password: { type: string, writeOnly: true } } }
UserName: { type: object, properties: { name: { type: string } } }`;
const told = '[password] warning the write-only property "password" is omitted from the request of the webhook "userAdded"';

test("a write-only property that the API receives elsewhere", () => {
  expect(findings("write-only-sent", contract({ root: webhook("User"), paths: users, schemas }))).toEqual([told]);
  const answered = webhook("User", `{ description: Seen., ${json("User").slice(1, -1)} }`);
  expect(findings("write-only-sent", contract({ root: answered, schemas }))).toEqual([told]);
});

test("one that is never sent to the API", () => {
  expect(findings("write-only-sent", contract({ root: webhook("User"), schemas }))).toEqual([
    '[password] warning the write-only value "password" is omitted from the request of the webhook "userAdded"',
  ]);
});

const answered = (schema: string, more = "") => `
/users/{id}:
  get:
    operationId: getUser
    ${more}
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    responses: { "200": { description: The user., content: { application/json: { schema: ${schema} } } } }`;

test.each([
  ["a property", '{ $ref: "#/components/schemas/User" }', 'password] warning the write-only value "password"'],
  ["items", "{ items: { writeOnly: true } }", "{ writeOnly: true }] warning a write-only value"],
  ["the whole response", "{ writeOnly: true }", "{ writeOnly: true }] warning a write-only value"],
])("%s of a response that no request shares", (_, schema, found) => {
  expect(findings("write-only-sent", contract({ paths: answered(schema), schemas }))).toEqual([
    `[${found} is omitted from the response 200 of GET /users/{id}`,
  ]);
});

test("an operation that reveals secrets returns write-only values", () => {
  const revealed = answered('{ $ref: "#/components/schemas/User" }', "x-platform-reveal: true");
  expect(findings("write-only-sent", contract({ paths: revealed, schemas }))).toEqual([]);
});

describe("a password", () => {
  const both = (text: string) =>
    (["write-only-sent", "secret-only-on-reveal"] as const).map((code) => findings(code, text).length);

  test.each([
    "{ properties: { secret: { format: password, writeOnly: true } } }",
    '{ properties: { secret: { $ref: "#/components/schemas/Password", writeOnly: true } } }',
    '{ properties: { secret: { $ref: "#/components/schemas/Hidden" } } }',
  ])("that is a write-only property can't be read: %s", (schema) => {
    const components = `Password: { type: string, format: password }\nHidden: { type: string, format: password, writeOnly: true }
Login: { type: object, properties: { secret: { $ref: "#/components/schemas/Hidden" } } }`;
    const sent = users.replace("User", "Login").replaceAll("schemas/User", "schemas/Login");
    expect(both(contract({ paths: answered(schema) + sent, schemas: components }))).toEqual([1, 0]);
  });

  test("that is write-only in one property and can be read in another is both", () => {
    const schema =
      '{ properties: { a: { $ref: "#/components/schemas/Password" }, b: { $ref: "#/components/schemas/Password", writeOnly: true } } }';
    const components = "Password: { type: string, format: password }";
    expect(both(contract({ paths: answered(schema), schemas: components }))).toEqual([1, 1]);
  });

  test.each([
    "{ properties: { a: { format: password } } }",
    "{ properties: { a: { format: Password } } }",
    "{ properties: { a: { format: ' pasword ' } } }",
    '{ properties: { a: { $ref: "#/components/schemas/Password" }, b: { $ref: "#/components/schemas/Password" } } }',
    "{ items: { format: password, writeOnly: true } }",
  ])("that can be read is left to another rule: %s", (schema) => {
    const components = "Password: { type: string, format: password }";
    expect(both(contract({ paths: answered(schema), schemas: components }))).toEqual([0, 1]);
  });
});

test("another schema, and responses of the API, are valid", () => {
  expect(findings("write-only-sent", contract({ root: webhook("UserName"), paths: users, schemas }))).toEqual([]);
  expect(findings("write-only-sent", contract({ paths: users, schemas }))).toEqual([]);
});
