import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const paths = (operationId: string, more = "", schema = "{ type: string, format: password }") => `
/key:
  get:
    operationId: ${operationId}
    ${more}
    responses:
      "200": { description: Done., content: { application/json: { schema: ${schema} } } }`;
const all = (text: string) => [...findings("reveal-unmarked", text), ...findings("secret-only-on-reveal", text)];

test("an operation that is revealing only by its operationId is a warning", () => {
  expect(all(contract({ paths: paths("revealKey") }))).toEqual([
    '[get] warning "GET /key" returns secrets, which only its operationId suggests',
  ]);
});

test("without authentication, or with another name, its secrets are an error", () => {
  const secret = "{ type: string, format: password }";
  const error = "error a secret can be read in the response 200 of GET /key";
  expect(all(contract({ paths: paths("revealKey", "security: []") }))).toEqual([`[${secret}] ${error}`]);
  expect(all(contract({ paths: paths("revealedKeys") }))).toEqual([`[${secret}] ${error}`]);
});

test("a mark, or no secret, is accepted", () => {
  expect(all(contract({ paths: paths("revealKey", "x-platform-reveal: true") }))).toEqual([]);
  expect(all(contract({ paths: paths("revealKey", "", "{ type: string }") }))).toEqual([]);
});
