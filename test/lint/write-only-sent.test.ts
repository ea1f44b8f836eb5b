import { expect, test } from "vitest";
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
const told = '[password] warning the write-only property "password" is left out of the request of the webhook "userAdded"';

test("a write-only property that the API receives elsewhere", () => {
  expect(findings("write-only-sent", contract({ root: webhook("User"), paths: users, schemas }))).toEqual([told]);
  const answered = webhook("User", `{ description: Seen., ${json("User").slice(1, -1)} }`);
  expect(findings("write-only-sent", contract({ root: answered, schemas }))).toEqual([told]);
});

test("one that nobody ever sends to the API is the business of another rule", () => {
  const root = webhook("User");
  expect(findings("write-only-sent", contract({ root, schemas }))).toEqual([]);
  expect(findings("secret-only-on-reveal", contract({ root, schemas }))).toHaveLength(1);
  expect(findings("secret-only-on-reveal", contract({ root, paths: users, schemas }))).toEqual([]);
});

test("another schema, and responses of the API, are fine", () => {
  expect(findings("write-only-sent", contract({ root: webhook("UserName"), paths: users, schemas }))).toEqual([]);
  expect(findings("write-only-sent", contract({ paths: users, schemas }))).toEqual([]);
});
