import { expect, test } from "vitest";
import { createMakeValue } from "../../../../generator/tools/site/samples/sample-value.js";
import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import type { Contract } from "../../../../generator/model/contract.js";
import { noWrittenIntegers } from "../../../../generator/document/written-integers.js";

function makerOf(schemas: JsonObject = {}) {
  const document = { components: { schemas } };
  const contract: Contract = {
    title: "",
    version: "",
    source: {},
    document,
    schemas: new Map(Object.entries(schemas)),
    operations: [],
    serviceTypes: [],
    integers: "exact",
    writtenIntegers: noWrittenIntegers,
  };
  return createMakeValue(contract);
}

test("makes the least that fits, and the same every time", () => {
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

test("gives up where one value inside can't be made, however deep it is", () => {
  let schema: JsonValue = { type: "string", allOf: [{ const: 1 }] };
  for (let depth = 0; depth < 10; depth++) schema = { type: "object", required: ["a"], properties: { a: schema } };
  expect(makerOf()(schema)).toBeUndefined();
});
