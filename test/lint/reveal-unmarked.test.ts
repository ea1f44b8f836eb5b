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

test("an operation that only its operationId shows to be revealing is a warning", () => {
  expect(all(contract({ paths: paths("revealKey") }))).toEqual(['openapi.yaml:6:5 warning "GET /key" returns secrets, which only its operationId explains']);
});

test("without authentication, or with another name, its secrets are an error", () => {
  const error = "error a secret can be read in the response 200 of GET /key";
  expect(all(contract({ paths: paths("revealKey", "security: []") }))).toEqual([`openapi.yaml:10:71 ${error}`]);
  expect(all(contract({ paths: paths("revealedKeys") }))).toEqual([`openapi.yaml:9:71 ${error}`]);
});

test("a mark, or no secret, is fine", () => {
  expect(all(contract({ paths: paths("revealKey", "x-platform-reveal: true") }))).toEqual([]);
  expect(all(contract({ paths: paths("revealKey", "", "{ type: string }") }))).toEqual([]);
});
