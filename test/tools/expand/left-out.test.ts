import { expect, test } from "vitest";
import { contractWith, expandValue } from "./expand-contract.js";

test("webhooks are kept as an extension in OpenAPI 3.0, and the message says so; other parts are left out", () => {
  const hook = { post: { responses: { "200": { description: "Taken." } } } };
  const schemas = { Grow: { type: "object", properties: { a: {}, b: {} }, dependentRequired: { a: ["b"] } } };
  const body = { $ref: "#/components/schemas/Grow" };
  const contract = { ...contractWith({ stop: { body } }, { components: { schemas } }), webhooks: { grown: hook } };
  const { document, diagnostics } = expandValue(contract, { openapi: "3.0" });
  const messages = diagnostics.filter(({ code }) => code === "expand-left-out").map(({ message }) => message);
  expect(messages).toContain('OpenAPI 3.0 doesn\'t have "webhooks", so the expanded documents have it as "x-webhooks"');
  expect(messages).toContain('OpenAPI 3.0 doesn\'t have "dependentRequired", so the expanded documents omit it');
  const written = document("all") as unknown as Record<string, unknown>;
  expect([written["webhooks"], written["x-webhooks"]]).toEqual([undefined, { grown: hook }]);
});
