import { expect, test } from "vitest";
import { contractWith, expandValue, operationOf } from "./expand-contract.js";

const anything = { type: "object", additionalProperties: true };

function bodyOf(action: object, requestBody?: object) {
  const endpoint = requestBody ? { requestBody } : {};
  const expanded = expandValue(contractWith({ stop: action }, { endpoint }));
  return { ...operationOf(expanded, "stop").requestBody, schemas: expanded.document("vm").components["schemas"]! };
}

test("a body is required unless the endpoint lets it be left out and the action takes none", () => {
  const content = { "application/json": { schema: anything } };
  const isRequired = (action: object, requestBody?: object) => (bodyOf(action, requestBody) as { required?: boolean }).required;
  expect(isRequired({ body: { type: "object" } }, { content })).toBe(true);
  expect(isRequired({}, { content, required: true })).toBe(true);
  expect(isRequired({}, { content })).toBe(false);
  expect(isRequired({})).toBe(false);
});

test("no input is the closed empty object", () => {
  const { schemas, content } = bodyOf({});
  expect(content["application/json"]!.schema).toEqual({ $ref: "#/components/schemas/VmStopBody" });
  expect(schemas["VmStopBody"]).toEqual({ type: "object", additionalProperties: false });
});

test("the media types are the endpoint's, and JSON where it has none", () => {
  const content = { "application/json": { schema: anything }, "application/x-www-form-urlencoded": { schema: anything } };
  const schema = { $ref: "#/components/schemas/VmStopBody" };
  expect(bodyOf({}, { content }).content).toEqual({
    "application/json": { schema },
    "application/x-www-form-urlencoded": { schema },
  });
  expect(bodyOf({}).content).toEqual({ "application/json": { schema } });
});

test("examples of the action are examples of its body, if they have one", () => {
  const examples = { full: { summary: "All fields", body: { force: true } }, none: { result: {} } };
  const { content } = bodyOf({ body: anything, examples });
  expect(content["application/json"]!.examples).toEqual({ full: { summary: "All fields", value: { force: true } } });
});
