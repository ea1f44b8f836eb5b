import { expect, test } from "vitest";
import { at, load } from "./load-text.js";

const start = "openapi: 3.1.0\ninfo: {}\npaths: {}\n";
const read = (schema: string, version = "3.1.0") => {
  const { contract, problems } = load(`${start.replace("3.1.0", version)}components:\n  schemas:\n    A: ${schema}\n`);
  const schemas = (contract?.document as { components: { schemas: { A: unknown } } } | undefined)?.components.schemas;
  return { schema: schemas?.A, problems };
};
const accepted = (column: number) =>
  `openapi.yaml:6:${column} prototype-property generated servers reject every body with a property __proto__`;
const rejected = (column: number) => `openapi.yaml:6:${column} forbidden-name "__proto__" is not allowed as a name`;

test("in a schema, it is a pattern of properties", () => {
  expect(read("{ required: [__proto__], properties: { a: {}, __proto__: { type: string } } }")).toEqual({
    schema: {
      patternProperties: { "^__proto__$": { type: "string" } },
      properties: { a: {} },
      required: ["__proto__"],
    },
    problems: [accepted(54)],
  });
  const { schema } = read(
    '{ patternProperties: { "^x": true }, properties: { "__proto__": { properties: { __proto__: false } } } }',
  );
  expect(schema).toEqual({
    patternProperties: { "^x": true, "^__proto__$": { properties: {}, patternProperties: { "^__proto__$": false } } },
    properties: {},
  });
});

test("it holds next to the same pattern", () => {
  const { schema, problems } = read(
    "{ properties: { __proto__: { type: integer } }, patternProperties: { ^__proto__$: { minimum: 3 }, ^x: true } }",
  );
  const patternProperties = { "^__proto__$": { allOf: [{ type: "integer" }, { minimum: 3 }] }, "^x": true };
  expect(schema).toEqual({ properties: {}, patternProperties });
  expect(problems).toEqual([accepted(24)]);
  const text = "{ properties: { __proto__: 1 }, patternProperties: { ^__proto__$: { minimum: 3, items: 2 } } }";
  expect(read(text).problems.map((problem) => problem.split(" ")[0])).toEqual([
    "openapi.yaml:6:24",
    "openapi.yaml:6:35",
    "openapi.yaml:6:95",
  ]);
});

test.each([
  ["{ required: [a, __proto__] }", 24],
  ["{ dependentRequired: { a: [__proto__] } }", 35],
  ["{ items: { allOf: [{ required: [__proto__] }] } }", 40],
])("objects that need it are rejected: %s", (schema, column) => {
  expect(read(schema).problems).toEqual([accepted(column)]);
});

test("it is reported once, and nothing else in its place", () => {
  expect(read("{ required: [__proto__], items: { $ref: '#/components/schemas/A' } }").problems).toEqual([accepted(21)]);
  expect(read("{ required: [__proto__] }", "3.0.3").problems).toEqual([accepted(21)]);
  for (const text of ["const: { required: [__proto__] }", "properties: { required: { enum: [__proto__] } }"])
    expect(read(`{ ${text} }`).problems).toEqual([]);
});

test("references below it lead where others of the schema do", () => {
  const text = `${start}components:
  schemas:
    A:
      $id: https://shop.test/a
      properties: { __proto__: { $ref: part } }
      $defs: { p: { $id: part, type: string } }
`;
  const { contract, problems } = load(text);
  expect(problems.map((problem) => problem.split(" ")[1])).toEqual(["prototype-property"]);
  expect(JSON.stringify(contract!.document)).toContain('"^__proto__$":{"$ref":"#/components/schemas/A_p"}');
});

test("references lead to it", () => {
  const target = (x: string, ref: string) => {
    const { contract, problems } = load(
      `${start}components:\n  schemas:\n    A: { $ref: "#/components/schemas/${ref}" }\n    X: ${x}\n    Y: { $ref: "#/components/schemas/X" }\n`,
    );
    expect(problems.map((problem) => problem.split(" ")[1])).toEqual(["prototype-property"]);
    return at(contract!.document, "components", "schemas", "A");
  };
  const text = "{ properties: { __proto__: { minimum: 1, properties: { b: { maxLength: 4 } } } }";
  const property = { minimum: 1, properties: { b: { maxLength: 4 } } };
  for (const name of ["X", "Y"]) {
    for (const x of [`${text} }`, `${text}, patternProperties: { ^__proto__$: { minimum: 3 } } }`]) {
      expect(target(x, `${name}/properties/__proto__`)).toEqual(property);
      expect(target(x, `${name}/properties/__proto__/properties/b`)).toEqual({ maxLength: 4 });
    }
  }
  const inner = "{ properties: { __proto__: { properties: { __proto__: { const: 1 } } } } }";
  expect(() => target(inner, "X/properties/__proto__/properties/__proto__")).toThrow("prototype-property");
  expect(() => target("{ properties: { a: {} } }", "X/properties/__proto__")).toThrow("ref-unresolved");
});

test.each([
  ["{ default: { properties: { __proto__: 1 } } }", 32],
  ["{ const: { properties: { __proto__: 1 } } }", 30],
  ["{ x-note: { properties: { __proto__: 1 } } }", 31],
  ["{ properties: { properties: { __proto__: {} } } }", 35],
  ["{ dependentSchemas: { __proto__: {} } }", 27],
  ["{ dependentRequired: { __proto__: [a] } }", 28],
  ["{ $defs: { __proto__: {} } }", 16],
  ["{ patternProperties: { __proto__: {} } }", 28],
  ["{ properties: { <<: { __proto__: {} } } }", 27],
])("anywhere else it is rejected: %s", (schema, column) => {
  expect(read(schema)).toEqual({ schema: undefined, problems: [rejected(column + 3)] });
});

test("twice is rejected, and so is one of OpenAPI 3.0, which has no patterns", () => {
  expect(read("{ properties: { __proto__: {}, __proto__: {} } }").problems).toContain(rejected(39));
  expect(read("{ properties: { __proto__: {} } }", "3.0.3").problems).toEqual([rejected(24)]);
});
