import { describe, expect, test } from "vitest";
import { type Direction, createInstanceCheck } from "../../../generator/json-schema/interpreter.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";

const check = (schema: JsonValue, value: JsonValue, schemas: JsonObject = {}, direction?: Direction) =>
  createInstanceCheck({ components: { schemas } })(schema, value, direction).map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  );

test.each<[JsonValue, JsonValue, string]>([
  [false, 1, ": must be omitted"],
  [{ type: ["string", "null"] }, 1, ": must be string or null"],
  [{ const: "a" }, "b", ': must be "a"'],
  [{ const: { a: 1 } }, {}, ": must be the constant of the schema"],
  [{ enum: ["a", 1, null] }, "b", ': must be one of "a", 1, null'],
  [{ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 10, ": must be one of the allowed values"],
  [{ minimum: 2 }, 1, ": must be >= 2"],
  [{ maximum: 2 }, 3, ": must be <= 2"],
  [{ exclusiveMinimum: 2 }, 2, ": must be > 2"],
  [{ exclusiveMaximum: 2 }, 2, ": must be < 2"],
  [{ multipleOf: 0.1 }, 0.35, ": must be multiple of 0.1"],
  [{ maxLength: 1 }, "😀é", ": must NOT have more than 1 character"],
  [{ minLength: 2 }, "😀", ": must NOT have fewer than 2 characters"],
  [{ "x-max-utf8-bytes": 3 }, "éé", ": must NOT have more than 3 bytes in UTF-8"],
  [{ pattern: "^a$" }, "b", ': must match the pattern "^a$"'],
  [{ format: "int32" }, 2 ** 31, ': must have the format "int32"'],
  [{ maxItems: 1 }, [1, 2], ": must NOT have more than 1 item"],
  [{ minItems: 2 }, [1], ": must NOT have fewer than 2 items"],
  [{ uniqueItems: true }, [{ a: 1, b: 2 }, 0, { b: 2, a: 1 }], ": must NOT have duplicate items (items 0 and 2 are identical)"],
  [{ prefixItems: [{}, { type: "null" }] }, [1, 2], "/1: must be null"],
  [{ prefixItems: [{}], items: false }, [1, 2], "/1: must be omitted"],
  [{ contains: { const: 1 }, minContains: 2 }, [1, 2], ': must have at least 2 items that match "contains"'],
  [{ contains: { const: 1 }, maxContains: 1 }, [1, 1], ': must NOT have more than 1 item that match "contains"'],
  [{ maxProperties: 0 }, { a: 1 }, ": must NOT have more than 0 properties"],
  [{ minProperties: 1 }, {}, ": must NOT have fewer than 1 property"],
  [{ required: ["constructor"] }, {}, ': the property "constructor" is missing'],
  [{ dependentRequired: { a: ["b"] } }, { a: 1 }, ': the property "b" is missing, which "a" requires'],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, ': the name of the property "ab" must NOT have more than 1 character'],
  [{ properties: { "a/b~": { type: "null" } } }, { "a/b~": 1 }, "/a~1b~0: must be null"],
  [{ patternProperties: { "^a": { type: "null" } } }, { ab: 1 }, "/ab: must be null"],
  [{ patternProperties: { "^a": {} }, additionalProperties: { type: "null" } }, { ab: 1, b: 1 }, "/b: must be null"],
  [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 1 }, ': the property "b" is not allowed'],
  [
    { anyOf: [{ properties: { a: {} }, required: ["c"] }, {}], unevaluatedProperties: false },
    { a: 1 },
    ': the property "a" is not allowed',
  ],
  [{ allOf: [{ contains: { const: 1 } }], unevaluatedItems: false }, [1, 2], "/1: must be omitted"],
  [{ allOf: [{ prefixItems: [{}] }], unevaluatedItems: { type: "null" } }, [1, 2], "/1: must be null"],
  [{ not: {} }, 1, ': must NOT match the schema of "not"'],
  [{ oneOf: [{}, true] }, 1, ": must match exactly one of the alternatives, but matches several"],
  [{ if: { required: ["a"] }, else: { required: ["b"] } }, {}, ': the property "b" is missing'],
  [{ dependentSchemas: { a: { maxProperties: 1 } } }, { a: 1, b: 1 }, ": must NOT have more than 1 property"],
])("%j rejects %j", (schema, value, expected) => {
  expect(check(schema, value)).toEqual([expected]);
});

test("every error is reported, once", () => {
  const name = { type: "string", maxLength: 2 };
  const schema = {
    required: ["b"],
    allOf: [{ required: ["b"] }],
    properties: { a: name, list: { items: name } },
    additionalProperties: false,
  };
  expect(check(schema, { a: "abc", list: ["a", 1, "abc"], c: 1 })).toEqual([
    ': the property "b" is missing',
    "/a: must NOT have more than 2 characters",
    "/list/1: must be string",
    "/list/2: must NOT have more than 2 characters",
    ': the property "c" is not allowed',
  ]);
  expect(
    check(
      { items: name },
      Array.from({ length: 1_000 }, () => 1),
    ),
  ).toHaveLength(20);
});

test("an error names the schema and the keyword, with a suggestion", () => {
  const schema = { properties: { name: { enum: ["small", "large"] }, other: {} }, additionalProperties: false };
  expect(createInstanceCheck({})(schema, { nmae: "x", name: "smal" })).toEqual([
    {
      pointer: "/name",
      keyword: "enum",
      schema: schema.properties.name,
      message: 'must be one of "small", "large"',
      suggestion: "small",
    },
    { pointer: "", keyword: "additionalProperties", schema, message: 'the property "nmae" is not allowed', property: "nmae" },
  ]);
  expect(createInstanceCheck({})(schema, { nmae: "x" })).toMatchObject([{ suggestion: "name" }]);
});

describe("of alternatives", () => {
  const cat = { type: "object", required: ["kind", "lives"], properties: { kind: { const: "cat" }, lives: { type: "integer" } } };
  const dog = {
    type: "object",
    required: ["kind"],
    properties: { kind: { const: "dog" }, toys: { type: "array", items: { type: "string" } } },
  };

  test("the intended one is explained", () => {
    expect(check({ oneOf: [cat, dog, { type: "null" }] }, { kind: "dog", toys: [1] })).toEqual(["/toys/0: must be string"]);
    expect(check({ anyOf: [dog, cat] }, { kind: "cat" })).toEqual([': the property "lives" is missing']);
  });

  test("an invalid value is reported for the alternative that has its property, not for one without it", () => {
    const byName = { required: ["id"], properties: { id: { type: "string" } }, additionalProperties: false };
    const byKind = { required: ["kind"], properties: { kind: { enum: ["all", "some"] }, size: {} }, additionalProperties: false };
    expect(check({ oneOf: [byName, byKind] }, { kind: "", size: 1 })).toEqual(['/kind: must be one of "all", "some"']);
  });

  test("none is explained if all are for other values", () => {
    expect(check({ oneOf: [cat, dog] }, { kind: "bird" })).toEqual(['/kind: must be one of "cat", "dog"']);
    expect(check({ anyOf: [{ type: "string" }, { type: ["integer", "null"] }] }, true)).toEqual([
      ": must be string or integer or null",
    ]);
  });
});

test("properties that only the other side sends may be missing", () => {
  const schemas = { Id: { type: "string", readOnly: true } };
  const schema = {
    required: ["id", "secret"],
    properties: { id: { $ref: "#/components/schemas/Id" }, secret: { writeOnly: true } },
  };
  expect(check(schema, {}, schemas)).toEqual([': the property "id" is missing', ': the property "secret" is missing']);
  expect(check(schema, {}, schemas, "request")).toEqual([': the property "secret" is missing']);
  expect(check(schema, {}, schemas, "response")).toEqual([': the property "id" is missing']);
});

test("malformed keywords have no effect; other rules reject them", () => {
  const schema = {
    type: "text",
    enum: "a",
    minimum: "1",
    maxLength: null,
    pattern: "(",
    format: 1,
    required: "a",
    properties: [],
    items: undefined as never,
    $ref: "#/components/schemas/None",
    allOf: {},
    anyOf: [],
    multipleOf: 0,
    dependentRequired: { a: "b" },
    patternProperties: { "(": false },
  } as unknown as JsonObject;
  for (const value of [null, 1, "abc", [1], { a: 1 }]) expect(check(schema, value)).toEqual([]);
});

describe("bounds", () => {
  const nest = (depth: number, inner: JsonValue): JsonValue => (depth === 0 ? inner : { a: nest(depth - 1, inner) });
  const Two = ["b", "c"].map((name) => ({
    required: ["a"],
    properties: { a: { anyOf: [{ $ref: "#/components/schemas/Two" }, { required: [name] }] } },
  }));

  test("nested alternatives don't multiply without limit", () => {
    expect(check({ $ref: "#/components/schemas/Two" }, nest(200, 1), { Two: { oneOf: Two } })).toEqual([]);
  });

  test("a schema that is combined with itself terminates", () => {
    expect(check({ $ref: "#/components/schemas/Loop" }, 1, { Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] } })).toEqual(
      [],
    );
  });

  test("values as deep as documents can be are validated", () => {
    const Node = { properties: { a: { $ref: "#/components/schemas/Node" } }, additionalProperties: false };
    expect(check({ $ref: "#/components/schemas/Node" }, nest(250, { b: 1 }), { Node })).toEqual([
      `${"/a".repeat(250)}: the property "b" is not allowed`,
    ]);
  });

  test("a slow pattern isn't run, and the keywords next to it are checked", () => {
    const text = `${"a".repeat(60)}!`;
    expect(check({ pattern: "^(a+)+\\1$", minLength: 80 }, text)).toEqual([": must NOT have fewer than 80 characters"]);
    expect(check({ patternProperties: { "^(a+)+\\1$": false }, additionalProperties: false }, { [text]: 1 })).toEqual([]);
    expect(check({ pattern: "^(a+)+\\1$" }, "aaab")).toEqual([': must match the pattern "^(a+)+\\\\1$"']);
  });

  test("all values of a document together have a limit", () => {
    const inTurn = createInstanceCheck({});
    const value = Array.from({ length: 50_000 }, (_, index) => index);
    expect(inTurn({ type: "string" }, 1)).toHaveLength(1);
    for (let count = 0; count < 50; count++) expect(inTurn({ items: { type: "integer" } }, value)).toEqual([]);
    expect(inTurn({ type: "string" }, 1)).toEqual([]);
  });
});
