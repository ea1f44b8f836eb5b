import { describe, expect, test } from "vitest";
import { validatorOf } from "./load-emitted.js";

describe("keywords", () => {
  const cases: readonly {
    readonly name: string;
    readonly schema: unknown;
    readonly valid: readonly unknown[];
    readonly invalid: readonly (readonly [unknown, string])[];
  }[] = [
    {
      name: "types",
      schema: { type: ["string", "null"] },
      valid: ["", null],
      invalid: [
        [1, "type"],
        [{}, "type"],
      ],
    },
    {
      name: "numbers that are none",
      schema: { type: "number" },
      valid: [1.5],
      invalid: [
        [Infinity, "type"],
        [NaN, "type"],
      ],
    },
    {
      name: "enum of many",
      schema: { enum: ["a", "b", "c", "d", "e", 1, null, { x: [1] }] },
      valid: ["e", 1, null, { x: [1] }],
      invalid: [
        ["f", "enum"],
        [{ x: [2] }, "enum"],
        [true, "enum"],
      ],
    },
    {
      name: "enum of structures",
      schema: { enum: [[1], { a: 1 }] },
      valid: [[1], { a: 1 }],
      invalid: [
        [[2], "enum"],
        [1, "enum"],
      ],
    },
    {
      name: "a loop whose body checks nothing",
      schema: { items: { dependentSchemas: { a: { prefixItems: [false] } } }, maxItems: 1 },
      valid: [[{ a: 1 }], [[1]]],
      invalid: [[[1, 2], "maxItems"]],
    },
    { name: "enum of none", schema: { enum: [] }, valid: [], invalid: [[1, "enum"]] },
    {
      name: "const",
      schema: { const: { a: null } },
      valid: [{ a: null }],
      invalid: [
        [{}, "const"],
        [null, "const"],
      ],
    },
    { name: "const null", schema: { const: null }, valid: [null], invalid: [[0, "const"]] },
    { name: "format of a number", schema: { format: "int32" }, valid: [1, "x"], invalid: [[2 ** 31, "format"]] },
    { name: "format unknown", schema: { format: "colour" }, valid: ["x"], invalid: [] },
    { name: "bytes", schema: { "x-max-utf8-bytes": 3 }, valid: ["abc", "é", 1], invalid: [["éé", "x-max-utf8-bytes"]] },
    {
      name: "uniqueItems",
      schema: { uniqueItems: true },
      valid: [[], [1, "1"]],
      invalid: [[[{ a: 1 }, { a: 1 }], "uniqueItems"]],
    },
    {
      name: "pattern that only compiles without u",
      schema: { pattern: "^[\\ -\\~]+$" },
      valid: ["a b"],
      invalid: [["é", "pattern"]],
    },
    { name: "pattern that compiles in no way", schema: { pattern: "(?i)(" }, valid: ["x"], invalid: [] },
    {
      name: "names in great number",
      schema: { properties: Object.fromEntries([..."abcdefghij"].map((name) => [name, true])), additionalProperties: false },
      valid: [{ a: 1, j: 1 }],
      invalid: [
        [{ k: 1 }, "additionalProperties"],
        [{ constructor: 1 }, "additionalProperties"],
      ],
    },
    {
      name: "patternProperties",
      schema: { patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
      valid: [{ "x-a": "" }],
      invalid: [
        [{ "x-a": 1 }, "type"],
        [{ a: 1 }, "additionalProperties"],
      ],
    },
    {
      name: "additionalProperties",
      schema: { additionalProperties: { type: "string" } },
      valid: [{ a: "" }],
      invalid: [[{ a: 1 }, "type"]],
    },
    {
      name: "if",
      schema: JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] }, "else": { "required": ["c"] } }'),
      valid: [{ a: 1, b: 1 }, { c: 1 }],
      invalid: [
        [{ a: 1 }, "required"],
        [{}, "required"],
      ],
    },
    {
      name: "contains",
      schema: { contains: { const: 1 }, maxContains: 2 },
      valid: [[1], [1, 2, 1]],
      invalid: [
        [[], "contains"],
        [[1, 1, 1], "contains"],
      ],
    },
    {
      name: "tuples",
      schema: { prefixItems: [{ type: "string" }], items: false },
      valid: [[], ["a"]],
      invalid: [
        [[1], "type"],
        [["a", 1], "items"],
      ],
    },
    {
      name: "dependencies",
      schema: { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
      valid: [
        { a: 1, b: 1 },
        { c: 1, d: 1 },
      ],
      invalid: [
        [{ a: 1 }, "dependentRequired"],
        [{ c: 1 }, "required"],
      ],
    },
    {
      name: "annotations",
      schema: {
        default: 1,
        example: 2,
        deprecated: true,
        readOnly: true,
        title: "x",
        "x-y": 1,
        nullable: true,
        discriminator: { propertyName: "a" },
      },
      valid: [undefined, 1],
      invalid: [],
    },
    { name: "false", schema: false, valid: [], invalid: [[1, "false schema"]] },
    {
      name: "unevaluatedProperties",
      schema: { allOf: [{ $ref: "#/components/schemas/Named" }], properties: { a: true }, unevaluatedProperties: false },
      valid: [{ name: "x", a: 1 }],
      invalid: [
        [{ b: 1 }, "unevaluatedProperties"],
        [{ name: 1 }, "type"],
        [{ constructor: 1 }, "unevaluatedProperties"],
      ],
    },
    {
      name: "unevaluatedProperties after a choice",
      schema: {
        anyOf: [{ $ref: "#/components/schemas/Named" }, { patternProperties: { "^x": true } }],
        unevaluatedProperties: false,
      },
      valid: [{ name: "x" }, { x1: 1 }, { name: "x", x1: 1 }],
      invalid: [
        [{ name: 1 }, "unevaluatedProperties"],
        [{ toString: 1, name: "x" }, "unevaluatedProperties"],
      ],
    },
    {
      name: "unevaluatedItems",
      schema: { prefixItems: [true], unevaluatedItems: { type: "string" } },
      valid: [[1, "a"]],
      invalid: [[[1, 1], "type"]],
    },
    {
      name: "unevaluatedItems beside contains",
      schema: { prefixItems: [true], contains: { type: "string" }, unevaluatedItems: false },
      valid: [["a"], [1, "a"], [1, "a", "b"], { 0: 1, 9: 1 }],
      invalid: [
        [[1], "contains"],
        [[1, "a", 2], "unevaluatedItems"],
        [[1, 2, "a"], "unevaluatedItems"],
      ],
    },
    {
      name: "unevaluatedItems after a choice",
      schema: {
        anyOf: [{ $ref: "#/components/schemas/Pair" }, { contains: { type: "boolean" }, minContains: 0 }],
        unevaluatedItems: false,
        unevaluatedProperties: false,
      },
      valid: [[1, 2], [true, true, true], [1, 2, true], [], {}],
      invalid: [
        [[1, 2, 3], "unevaluatedItems"],
        [["a", true], "unevaluatedItems"],
        [{ 0: 1 }, "unevaluatedProperties"],
      ],
    },
  ];

  test.each(cases)("$name", async ({ schema, valid, invalid }) => {
    const named = {
      Named: { type: "object", properties: { name: { type: "string" } } },
      Pair: { prefixItems: [{ type: "integer" }, { type: "integer" }] },
    };
    const { guard, list } = await validatorOf(schema, named);
    for (const value of valid) {
      expect(guard(value), JSON.stringify(value)).toBe(true);
      expect(list(value)).toEqual([]);
    }
    for (const [value, keyword] of invalid) {
      expect(guard(value), JSON.stringify(value)).toBe(false);
      expect(guard.errors?.at(-1)?.keyword, JSON.stringify(value)).toBe(keyword);
      expect(list(value).map((error) => error.keyword)).toContain(keyword);
    }
  });
});

describe("discriminator", () => {
  const branch = (kind: unknown, more: object) => ({
    type: "object",
    required: ["kind"],
    properties: { kind, ...more },
    additionalProperties: false,
  });
  const schemas = { Port: { const: "port" } };
  const oneOf = [
    branch({ $ref: "#/components/schemas/Port" }, { port: { type: "integer" } }),
    branch({ enum: ["host", "name"] }, { host: { type: "string" } }),
  ];

  test("reports the errors of the schema that the property selects", async () => {
    const { guard, list } = await validatorOf({ oneOf, discriminator: { propertyName: "kind" } }, schemas);
    expect(
      [
        { kind: "port", port: 1 },
        { kind: "name", host: "" },
      ].map(guard),
    ).toEqual([true, true]);
    expect(guard({ kind: "port", port: "1" })).toBe(false);
    expect(guard.errors?.map((error) => [error.instancePath, error.keyword])).toEqual([["/port", "type"]]);
    expect(list({ kind: "host", host: 1, port: 1 }).map((error) => [error.instancePath, error.keyword])).toEqual([
      ["", "additionalProperties"],
      ["/host", "type"],
    ]);
    for (const value of [{ kind: "secret" }, {}, [], null, "port", Object.create({ kind: "port" })]) {
      expect(guard(value)).toBe(false);
      expect(guard.errors).toEqual([
        {
          instancePath: "",
          schemaPath: "#/components/schemas/VmCheckBody/discriminator",
          keyword: "discriminator",
          params: { property: "kind", allowedValues: ["port", "host", "name"] },
          message: 'must have a property "kind" with one of the allowed values',
        },
      ]);
    }
  });

  test.each([
    ["a value that two schemas have", [...oneOf, branch({ const: "host" }, {})]],
    ["a schema without the property", [...oneOf, { type: "object" }]],
    ["a schema of anything", [...oneOf, { required: ["kind"], properties: { kind: { const: "x" } } }]],
  ])("is ignored with %s: the verdict is that of oneOf", async (_, schemasOfList) => {
    const { guard } = await validatorOf({ oneOf: schemasOfList, discriminator: { propertyName: "kind" } }, schemas);
    const plain = await validatorOf({ oneOf: schemasOfList }, schemas);
    for (const value of [{ kind: "host" }, { kind: "port" }, {}, 1, { kind: "x" }]) expect(guard(value)).toBe(plain.guard(value));
  });
});
