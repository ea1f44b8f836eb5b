import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import { emptyContract } from "../../../model/empty-contract.js";
import { createMakeValue, printJson, printLiteral } from "../../../../generator/tools/site/samples/sample-value.js";

function makerOf(schemas: JsonObject = {}) {
  return createMakeValue({ ...emptyContract, schemas: new Map(Object.entries(schemas)) });
}

test("generates a minimal valid value, and the same every time", () => {
  const schema = {
    type: "object",
    additionalProperties: false,
    required: ["size", "zone"],
    properties: { size: { type: "integer", minimum: 3, maximum: 3 }, zone: { pattern: "^[a-c]{2}$", type: "string" }, more: {} },
  };
  const made = makerOf({ Body: schema })({ $ref: "#/components/schemas/Body" });
  expect(made).toEqual({ size: 3, zone: expect.stringMatching(/^[a-c]{2}$/) as unknown });
  expect(makerOf()(schema)).toEqual(made);
});

test("gives up if a nested value can't be generated, however deep it is", () => {
  let schema: JsonValue = { type: "string", allOf: [{ const: 1 }] };
  for (let depth = 0; depth < 10; depth++) schema = { type: "object", required: ["a"], properties: { a: schema } };
  expect(makerOf()(schema)).toBeUndefined();
});

test("remains on one line if it fits", () => {
  expect(printJson({ a: [1, null, true], "b-c": {} })).toBe('{ "a": [1, null, true], "b-c": {} }');
  expect(printLiteral({ a: "x", "b-c": [] })).toBe('{ a: "x", "b-c": [] }');
});

test("otherwise has a line for each member", () => {
  const long = "x".repeat(60);
  expect(printJson({ long, list: [1] })).toBe(`{\n  "long": "${long}",\n  "list": [1]\n}`);
  expect(printLiteral({ long, list: [1] }, "  ")).toBe(`{\n    long: "${long}",\n    list: [1],\n  }`);
});

test("is read back as the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as JsonValue;
      expect(JSON.parse(printJson(json))).toEqual(json);
    }),
  );
});
