import { expect, it } from "vitest";
import { load } from "./load-text.js";

const start =
  "openapi: 3.1.0\ninfo: {}\ncomponents:\n  schemas:\n    Text: { type: string }\n    Free: {}\n    Loose: { required: [a] }\n";

/** The schema `S` as it is read, and what is reported. */
function read(schema: string, version = "3.1.0") {
  const { contract, diagnostics } = load(`${start.replace("3.1.0", version)}    S: ${schema}\n`, "object");
  const { schemas } = contract!.document["components"] as { schemas: Record<string, unknown> };
  expect(schemas["Loose"]).toEqual({ type: "object", required: ["a"] });
  const [{ code, message } = { code: "", message: "" }, ...others] = diagnostics;
  expect([code, others]).toEqual(["untyped-object", []]);
  return [schemas["S"], Number(/in (\d+) schemas/.exec(message)?.[1] ?? 1) - 1];
}

const object = { type: "object" };

it.each<[string, unknown, number]>([
  ["{ properties: { a: {} } }", { ...object, properties: { a: {} } }, 1],
  ["{ required: [a], description: x }", { ...object, required: ["a"], description: "x" }, 1],
  ["{ additionalProperties: false }", { ...object, additionalProperties: false }, 1],
  [
    "{ patternProperties: { x: { minProperties: 1 } } }",
    { ...object, patternProperties: { x: { ...object, minProperties: 1 } } },
    2,
  ],
  ["{ type: array, items: { properties: {} } }", { type: "array", items: { ...object, properties: {} } }, 1],
  ["{ properties: {}, allOf: [{ required: [a] }] }", { ...object, properties: {}, allOf: [{ required: ["a"] }] }, 1],
  [
    "{ allOf: [{ required: [a] }, { properties: {} }] }",
    {
      allOf: [
        { ...object, required: ["a"] },
        { ...object, properties: {} },
      ],
    },
    2,
  ],
  ["{ oneOf: [{ required: [a] }, { type: string }] }", { oneOf: [{ ...object, required: ["a"] }, { type: "string" }] }, 1],
  ["{ properties: {}, oneOf: [{ required: [a] }, {}] }", { ...object, properties: {}, oneOf: [{ required: ["a"] }, {}] }, 1],
  ['{ $ref: "#/components/schemas/Free", required: [a] }', { ...object, $ref: "#/components/schemas/Free", required: ["a"] }, 1],
  ["{ properties: {}, not: { required: [a] } }", { ...object, properties: {}, not: { required: ["a"] } }, 1],
  [
    "{ properties: {}, if: { required: [a] }, then: { required: [b] } }",
    { ...object, properties: {}, if: { required: ["a"] }, then: { required: ["b"] } },
    1,
  ],
])("an untyped schema that describes objects is one: %s", (schema, expected, count) => {
  expect(read(schema)).toEqual([expected, count]);
});

it.each([
  "{ type: [object, 'null'], properties: {} }",
  "{ type: [object, 'null'], allOf: [{ required: [a] }] }",
  "{ properties: {}, enum: [1, {}] }",
  "{ properties: {}, items: {} }",
  "{ properties: {}, minLength: 1 }",
  "{ required: [] }",
  '{ $ref: "#/components/schemas/Text", required: [a] }',
  '{ required: [a], allOf: [{ $ref: "#/components/schemas/Text" }] }',
  "{ required: [a], anyOf: [{ type: object }, { type: 'null' }] }",
  "{ allOf: [{ type: [object, 'null'] }, { type: object, allOf: [{ required: [a] }] }] }",
  "{ not: { required: [a] } }",
  "{ default: { properties: {} }, examples: [{ required: [a] }] }",
])("nothing is added if a type is stated, or nothing describes objects: %s", (schema) => {
  const [kept, count] = read(schema);
  expect([JSON.stringify(kept).includes('"type":"object","properties"'), count]).toEqual([false, 0]);
});

it("reads null as in 3.0, ignores siblings of references there, and points at the first schema", () => {
  expect(read("{ nullable: true, properties: {} }", "3.0.3")).toEqual([{ ...object, nullable: true, properties: {} }, 1]);
  const reference = '{ $ref: "#/components/schemas/Free", required: [a] }';
  expect(read(reference, "3.0.3")).toEqual([{ $ref: "#/components/schemas/Free", required: ["a"] }, 0]);
  expect(load(start, "object").diagnostics).toMatchObject([
    {
      code: "untyped-object",
      severity: "warning",
      message: '"required" without "type" is read as `type: object`',
      location: { line: 7, column: 14 },
    },
  ]);
});
