import { expect, test } from "vitest";
import type { JsonObject } from "../../generator/document/json-value.js";
import { createInstanceCheck } from "../../generator/json-schema/interpreter.js";
import { explainErrors } from "../../templates/runtime/server/errors.js";
import { validatorOf } from "./load-emitted.js";

const schemas = {
  Circle: {
    type: "object",
    required: ["kind", "radius"],
    properties: { kind: { const: "circle" }, radius: { type: "integer" }, name: { type: "string" } },
    additionalProperties: false,
  },
  Square: {
    type: "object",
    required: ["kind", "side"],
    properties: { kind: { enum: ["square", "box"] }, side: { type: "integer" }, name: { type: "string" } },
    additionalProperties: false,
  },
};

const byKind = { oneOf: [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Square" }] };

const byRequired = {
  type: "object",
  properties: { ip: { type: "string" }, cidr: { type: "string" }, note: { type: "string" } },
  oneOf: [
    { required: ["ip"], properties: { ip: { maxLength: 3 } } },
    { required: ["cidr"], properties: { cidr: { maxLength: 5 }, mask: { type: "integer" } } },
  ],
};

const nested = {
  anyOf: [
    { type: "string" },
    { type: "array", items: { anyOf: [{ type: "integer" }, byKind] } },
    { type: "object", properties: { shape: byKind, next: { oneOf: [{ type: "null" }, byKind] } } },
  ],
};

const closed = (required: string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

const colour: JsonObject = {
  oneOf: [closed(["name"], { name: { enum: ["red", "blue"] } }), closed(["rgb"], { rgb: { type: "string" } })],
};

const retention: JsonObject = {
  oneOf: [
    closed(["mode", "bytes"], { mode: { const: "size" }, bytes: { type: "integer" } }),
    closed(["inherit_from"], { inherit_from: { type: "string" } }),
    closed(["mode", "hours"], { mode: { const: "time" }, hours: { type: "integer" } }),
  ],
};

const open: JsonObject = { oneOf: [{ required: ["rgb"] }, { required: ["name"], properties: { name: { const: "red" } } }] };

test.each<[string, object, unknown, string]>([
  ["a constant", byKind, { kind: "circle", radius: "x", name: 5 }, "/name must be string; /radius must be integer"],
  ["one of some values", byKind, { kind: "box", extra: 1 }, "/side is required; /extra is not allowed"],
  ["properties that only one has", byKind, { side: "x" }, "/kind is required; /side must be integer"],
  [
    "required properties",
    byRequired,
    { cidr: "too long", mask: "x" },
    "/cidr must NOT have more than 5 characters; /mask must be integer",
  ],
  ["a type", nested, 5, "the body must be string; the body must be array; the body must be object"],
  ["a type, then a constant", nested, [1, { kind: "circle" }], "/1/radius is required"],
  ["deeper", nested, { next: { kind: "square" } }, "/next/side is required"],
  ["nothing, so the first", byRequired, {}, "/ip is required"],
  ["two that fit", byRequired, { ip: "a", cidr: "b" }, "the body must match exactly one schema in oneOf"],
])("the errors are those of the alternative that is intended by %s", async (_, schema, value, text) => {
  const { guard, list } = await validatorOf(schema, schemas);
  expect(guard(value)).toBe(false);
  expect(explainErrors(list(value)).text).toBe(text);
});

test.each<[string, JsonObject, JsonObject, string, string]>([
  [
    "a value that none allows, where one has the property",
    colour,
    { name: "green" },
    '/name must be one of "red", "blue"',
    '/name: must be one of "red", "blue"',
  ],
  [
    "a value that none allows, and another property",
    retention,
    { mode: "tim", hours: 3 },
    '/mode must be "time"',
    '/mode: must be "time"',
  ],
  [
    "as many properties of each, so the first",
    colour,
    { name: "red", rgb: "ff0000" },
    "/rgb is not allowed",
    ': the property "rgb" is not allowed',
  ],
  [
    "nothing, so the one that lacks least",
    retention,
    {},
    "/inherit_from is required",
    ': the property "inherit_from" is missing',
  ],
  ["a value that another allows", open, { name: "green" }, "/rgb is required", ': the property "rgb" is missing'],
])("the server and the interpreter choose the same alternative by %s", async (_, schema, value, told, interpreted) => {
  const { list } = await validatorOf(schema);
  expect(explainErrors(list(value)).text).toBe(told);
  const found = createInstanceCheck({ components: { schemas: {} } })(schema, value);
  expect(found.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual([interpreted]);
});
