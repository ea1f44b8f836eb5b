import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const body = (required: string) =>
  `{ type: object, required: [${required}], properties: { kind: { type: string }, n: { type: integer } } }`;
const asking = (schema: string, actions: string) =>
  findings("request-member-unused", contract({ actions }).replace("{ type: object, additionalProperties: true }", schema));

test("members that the endpoint requires and an action doesn't", () => {
  const found = (name: string) =>
    `[requestBody] warning "kind", which the request schema of "POST /services/{service_id}/actions/{action}" requires, has no effect: "${name}" doesn't require it in its body`;
  expect(asking(body("kind"), "restart: {}")).toEqual([found("restart")]);
  expect(asking(`{ allOf: [${body("kind")}] }`, `restart: { body: ${body("kind")} }\nstop: { body: ${body("n")} }`)).toEqual([
    found("stop"),
  ]);
});

test("other request schemas", () => {
  for (const schema of ["{ type: object }", "{}", body("n"), `{ oneOf: [${body("n")}, ${body("kind, n")}] }`]) {
    expect(asking(schema, `restart: { body: ${body("n, kind")} }`)).toEqual([]);
    expect(asking(schema, `restart: { body: { allOf: [${body("n")}] } }`)).toEqual([]);
  }
});
