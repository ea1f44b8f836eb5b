import fc from "fast-check";
import { expect, test } from "vitest";
import { componentPointer } from "../../../generator/document/reference.js";
import type { JsonObject, JsonValue } from "../../../templates/runtime/json.js";
import { listErrors, type SchemaData } from "../../../templates/runtime/validators/all-errors.js";
import { interpreted } from "../../../templates/runtime/validators/interpreted.js";
import { value } from "../../json-schema/containment/arbitraries.js";
import { components, schema as anySchema } from "../../robustness/arbitrary-schema.js";

const others = Object.entries(components).map(([name, schema]): SchemaData => {
  return { at: componentPointer("schemas", name), schema: schema as object };
});

const dataOf = (schema: JsonValue, refs: readonly SchemaData[] = others): SchemaData => {
  return { at: "#", schema: schema as object, refs: () => refs };
};

/** Contracts with other patterns are rejected. */
const schemas = anySchema.filter((schema) => !JSON.stringify(schema).includes("(?"));

test("values are valid exactly if no error is listed, and the error is the first one", () => {
  const values = fc.array(value, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(schemas, values, (schema, some) => {
      const data = dataOf(schema);
      const validate = interpreted(data);
      // The second time all parts are known.
      for (const one of [...some, ...some]) {
        const [first] = listErrors(data, one, 1)!;
        expect(validate(one)).toEqual(first === undefined ? null : [first]);
      }
    }),
    { numRuns: 300 },
  );
});

test("members that are undefined are missing, but not unknown names", () => {
  const validate = interpreted(dataOf({ required: ["a"], properties: { a: { type: "string" } }, additionalProperties: false }));
  expect(validate({ a: "x" })).toBeNull();
  expect(validate({ a: undefined })).toMatchObject([{ keyword: "required" }]);
  expect(validate({ a: "x", b: undefined })).toMatchObject([{ keyword: "additionalProperties" }]);
});

const list: SchemaData = { at: "#/components/schemas/List", schema: { items: { $ref: "#/components/schemas/List" } } };

test("a value that nests too deeply is rejected as such, and the next one is checked", () => {
  const validate = interpreted(dataOf(list.schema as unknown as JsonValue, [list]));
  let deep: JsonValue = [];
  for (let depth = 0; depth < 1_002; depth++) deep = [deep];
  for (let again = 0; again < 3; again++) expect(() => validate(deep)).toThrow(new RangeError("nested too deeply"));
  expect(validate([[[]]])).toBeNull();
});

const around: Readonly<Record<string, (schema: JsonObject) => JsonObject>> = {
  allOf: (schema) => ({ allOf: [schema] }),
  "type and allOf": (schema) => ({ type: "object", allOf: [schema] }),
  "type and anyOf": (schema) => ({ type: "object", anyOf: [schema] }),
};

test.each([
  [1, "allOf"],
  [400, "allOf"],
  [30, "type and allOf"],
  [20, "type and anyOf"],
])("%d schemas about the same part don't count as nesting: %s", (layers, keywords) => {
  const $ref = "#/components/schemas/Layered";
  let schema: JsonObject = { type: "object", properties: { next: { $ref } } };
  for (let layer = 1; layer < layers; layer++) schema = around[keywords]!(schema);
  let value: JsonValue = {};
  for (let depth = 0; depth < 63; depth++) value = { next: value };
  const validate = interpreted(dataOf({ $ref }, [{ at: $ref, schema }]));
  expect(validate(value)).toBeNull();
});

test("a part is checked once against the target of a reference", () => {
  const reference = { $ref: "#/components/schemas/Tree" };
  const branch = (type: string) => ({ required: ["next"], properties: { next: { allOf: [reference, { type }] } } });
  const tree: SchemaData = {
    at: reference.$ref,
    schema: {
      anyOf: [branch("string"), branch("number"), { required: ["next"], properties: { next: reference } }, { type: "null" }],
    },
  };
  let value: JsonValue = null;
  for (let depth = 0; depth < 60; depth++) value = { next: value };
  expect(interpreted(dataOf(reference, [tree]))(value)).toBeNull();
});

test.each(["anyOf", "oneOf"])("a value without parts is checked once against each target in a row: %s", (keyword) => {
  // Each alternative of each level again: 16 ** 12 checks.
  const levels = Array.from({ length: 12 }, (_, level): SchemaData => {
    const $ref = componentPointer("schemas", `L${level}`);
    const branches = Array.from({ length: 16 }, (__, index) => ({ allOf: [{ $ref }, { not: { const: index } }] }));
    return { at: componentPointer("schemas", `L${level + 1}`), schema: { [keyword]: branches } };
  });
  const all = [{ at: componentPointer("schemas", "L0"), schema: { type: ["string", "null"], maxLength: 3 } }, ...levels];
  const validate = interpreted(dataOf({ $ref: componentPointer("schemas", "L12") }, all));
  for (const one of ["abcd", true, 7, ["abc"]]) expect(validate(one)).toHaveLength(1);
  for (const one of ["abc", null]) expect(validate(one) === null).toBe(keyword === "anyOf");
});
