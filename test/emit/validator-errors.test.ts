import Ajv2020 from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { validatorOf } from "./load-emitted.js";

const values = [
  null,
  1,
  2.5,
  "a",
  "abcd",
  [],
  [1, "b"],
  [[1]],
  {},
  { kind: "a" },
  { kind: 1 },
  { kind: "b", a: 1 },
  { a: { kind: 2 } },
];

const schemas: Readonly<Record<string, object>> = {
  "a type with a constant in a choice": {
    anyOf: [
      { type: "string", const: "a" },
      { type: "object", properties: { kind: { type: "string", enum: ["a", "b"] } } },
    ],
  },
  "one of three": { oneOf: [{ type: "string", maxLength: 2 }, { type: ["number", "null"], minimum: 2 }, { type: "number" }] },
  "choices in choices": {
    oneOf: [{ anyOf: [{ type: "integer" }, { required: ["a"] }] }, { not: { type: ["string", "object"] } }],
  },
  "a condition": { if: { type: "object" }, ["then" as string]: { required: ["kind"] }, else: { type: ["string", "null"] } },
  "a condition in a choice": {
    anyOf: [{ if: { type: "object" }, ["then" as string]: { required: ["kind"] }, else: { type: "string" } }, { type: "null" }],
  },
  "items that match, in a choice": { anyOf: [{ type: "array", contains: { type: "integer", minimum: 2 } }, { const: 1 }] },
  "names of properties": { type: "object", propertyNames: { maxLength: 3, anyOf: [{ minLength: 2 }, { pattern: "^b" }] } },
};

test.each(Object.entries(schemas))("errors are Ajv's, in its order: %s", async (_name, schema) => {
  const { guard } = await validatorOf(schema);
  const ajv = new Ajv2020.default({ strict: false, strictNumbers: true, ownProperties: true, logger: false }).compile(schema);
  const withoutSchema = (errors: readonly object[] | null | undefined) =>
    errors?.map((error) => ({ ...error, schemaPath: undefined })) ?? null;
  for (const value of values) {
    expect(guard(value), JSON.stringify(value)).toBe(ajv(value));
    expect(withoutSchema(guard.errors), JSON.stringify(value)).toEqual(withoutSchema(ajv.errors));
  }
});
