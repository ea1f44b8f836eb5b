import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorLister } from "../../templates/runtime/validators/all-errors.js";
import type { Guard } from "../../templates/runtime/validators/guard.js";
import { contractOf, documentOf, emit, loadEmitted, validatorOf, type Emitted } from "./load-emitted.js";

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/projects/{project_id}": {
      parameters: [{ name: "project_id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } }],
      get: {
        operationId: "getProject",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } },
          { name: "X-Trace", in: "header", required: true, schema: { type: "string" } },
          { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
          { name: "session", in: "cookie", schema: { type: "string" } },
        ],
        responses: {
          "200": {
            description: "Found.",
            content: { "text/plain": {}, "application/json": { schema: { $ref: "#/components/schemas/Project" } } },
          },
          "4XX": {
            description: "Failed.",
            content: { "application/problem+json": { schema: { type: "object", required: ["error"] } } },
          },
          default: { description: "Else.", content: { "text/plain": { schema: { type: "string" } } } },
        },
      },
      put: {
        operationId: "put-project",
        requestBody: { content: { "multipart/form-data": { schema: { type: "object", required: ["file"] } } } },
        responses: { "204": { description: "Done." } },
      },
    },
    "/services/{service_id}/actions/{action}": {
      post: {
        operationId: "invokeAction",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { "200": { description: "Done." } },
        "x-platform-share-groups-actions": {
          delete: {
            body: {
              type: "object",
              required: ["id"],
              properties: { id: { $ref: "#/components/schemas/Id" } },
              additionalProperties: false,
            },
          },
          "os-force_delete": {},
        },
        "x-platform-postgres-actions": {
          add_ip: {
            body: { type: "object", properties: { ip: { type: "string", format: "ipv4" } }, additionalProperties: false },
            result: { $ref: "#/components/schemas/Project" },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Id: { type: "string", pattern: "^[a-z]+$", maxLength: 5, description: "A name.", "x-internal": true },
      Project: {
        type: "object",
        properties: { parent: { $ref: "#/components/schemas/Project" }, id: { $ref: "#/components/schemas/Id" } },
      },
    },
  },
};

describe("validators of a contract", () => {
  const files = emit(contractOf(document));
  let first: Emitted<Guard<unknown>>;
  let all: Emitted<ErrorLister>;
  beforeAll(async () => {
    ({ first, all } = await loadEmitted(contractOf(document)));
  });

  test("stand in one module for each service type and one for operations", () => {
    expect(
      files
        .map((file) => file.path)
        .filter((path) => path.startsWith("validators/"))
        .sort(),
    ).toEqual([
      "validators/all-errors/compiled/operations.ts",
      "validators/all-errors/compiled/postgres.ts",
      "validators/all-errors/compiled/schemas.ts",
      "validators/all-errors/compiled/share-groups.ts",
      "validators/all-errors/index.ts",
      "validators/all-errors/operations.ts",
      "validators/all-errors/postgres.ts",
      "validators/all-errors/share-groups.ts",
      "validators/compiled/operations.ts",
      "validators/compiled/postgres.ts",
      "validators/compiled/schemas.ts",
      "validators/compiled/share-groups.ts",
      "validators/index.ts",
      "validators/operations.ts",
      "validators/postgres.ts",
      "validators/share-groups.ts",
    ]);
  });

  test("have the names of the contract", () => {
    expect(Object.keys(first.actions)).toEqual(["postgres", "share-groups"]);
    expect(Object.keys(first.actions["share-groups"]!)).toEqual(["delete", "os-force_delete"]);
    expect(Object.keys(all.actions["share-groups"]!)).toEqual(["delete", "os-force_delete"]);
    expect(Object.keys(first.operations)).toEqual(["getProject", "invokeAction", "put-project"]);
  });

  test("check bodies", () => {
    const { body } = first.actions["share-groups"]!["delete"]!;
    expect(body({ id: "abc" })).toBe(true);
    expect(body({ id: "ABC" })).toBe(false);
    expect(body.errors).toEqual([
      {
        instancePath: "/id",
        schemaPath: "#/components/schemas/Id/pattern",
        keyword: "pattern",
        params: { pattern: "^[a-z]+$" },
        message: 'must match pattern "^[a-z]+$"',
      },
    ]);
    expect(body({})).toBe(false);
    expect(body.errors).toEqual([
      {
        instancePath: "",
        schemaPath: "#/components/schemas/ShareGroupsDeleteBody/required",
        keyword: "required",
        params: { missingProperty: "id" },
        message: "must have required property 'id'",
      },
    ]);
  });

  test("take only {} where an action has no body, and any object where it has no result", () => {
    const { body, result } = first.actions["share-groups"]!["os-force_delete"]!;
    expect([{}, { a: 1 }, [], null].map(body)).toEqual([true, false, false, false]);
    expect([{}, { a: 1 }, [], null].map(result)).toEqual([true, true, false, false]);
  });

  test("check recursive results", () => {
    const { result } = first.actions["postgres"]!["add_ip"]!;
    expect(result({ parent: { parent: { id: "a" } } })).toBe(true);
    expect(result({ parent: { parent: { id: 1 } } })).toBe(false);
    expect(result.errors?.[0]?.instancePath).toBe("/parent/parent/id");
  });

  test("check parameters that are parsed already, with header names in lower case", () => {
    const { path, query, headers, cookies, body } = first.operations["getProject"]!;
    expect([{ project_id: "a" }, {}, { project_id: "A" }].map(path!)).toEqual([true, false, false]);
    expect([{}, { limit: 100 }, { limit: 101 }, { limit: "1" }, { other: "1" }].map(query!)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect([{ "x-trace": "a" }, { "X-Trace": "a" }].map(headers!)).toEqual([true, false]);
    expect([{}, { session: 1 }].map(cookies!)).toEqual([true, false]);
    expect(body).toBe(undefined);
  });

  test("check bodies and responses by media type: JSON, then forms in requests", () => {
    const { getProject, "put-project": putProject, invokeAction } = first.operations;
    expect(Object.keys(getProject!.responses)).toEqual(["200", "4XX"]);
    expect([{ error: "x" }, {}].map(getProject!.responses["4XX"]!)).toEqual([true, false]);
    expect([{ file: "x" }, {}].map(putProject!.body!)).toEqual([true, false]);
    expect(putProject!.responses).toEqual({});
    expect([{}, { anything: 1 }, []].map(invokeAction!.body!)).toEqual([true, true, false]);
    expect(Object.keys(invokeAction!)).toEqual(["body", "responses"]);
  });

  test("list all errors on request", () => {
    const { path, headers } = all.operations["getProject"]!;
    expect(path!({ project_id: "a" })).toEqual([]);
    expect(headers!({}).map((error) => error.keyword)).toEqual(["required"]);
    const errors = all.actions["postgres"]!["add_ip"]!.body({ ip: "x", a: 1, b: 2 });
    expect(errors.map((error) => [error.instancePath, error.keyword])).toEqual([
      ["", "additionalProperties"],
      ["", "additionalProperties"],
      ["/ip", "format"],
    ]);
    expect(all.actions["postgres"]!["add_ip"]!.body({ ip: "x", a: 1, b: 2 }, 2)).toHaveLength(2);
  });

  test("are ECMAScript modules that need no package and evaluate no text", () => {
    for (const file of files) {
      expect(file.text).not.toMatch(/\brequire\(|\beval\(|new Function|sourceURL|from "[^.]/);
      expect(file.text.startsWith("/* Generated by openapi-actions from Shop 1.")).toBe(true);
    }
  });
});

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
  ];

  test.each(cases)("$name", async ({ schema, valid, invalid }) => {
    const named = { Named: { type: "object", properties: { name: { type: "string" } } } };
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

  test("tells the errors of the schema that the property selects", async () => {
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
  ])("is left aside with %s: the verdict is that of oneOf", async (_, schemasOfList) => {
    const { guard } = await validatorOf({ oneOf: schemasOfList, discriminator: { propertyName: "kind" } }, schemas);
    const plain = await validatorOf({ oneOf: schemasOfList }, schemas);
    for (const value of [{ kind: "host" }, { kind: "port" }, {}, 1, { kind: "x" }]) expect(guard(value)).toBe(plain.guard(value));
  });
});

test("schemas with bodies in common are emitted once", () => {
  const body = { type: "object", properties: { id: { $ref: "#/components/schemas/Id" } } };
  const files = emit(contractOf(documentOf({ a: body, b: body }, { Id: { type: "string", pattern: "^unmistakable$" } })));
  const compiled = files
    .filter((file) => file.path.startsWith("validators/compiled/"))
    .map((file) => file.text)
    .join("");
  expect(compiled.match(/new RegExp\("\^unmistakable\$"/g)).toHaveLength(1);
});
