import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { formats } from "../../templates/runtime/formats.js";
import type { ErrorLister } from "../../templates/runtime/json.js";
import type { Guard } from "../../templates/runtime/validators/guard.js";
import { contractOf, documentOf, loadEmitted } from "./load-emitted.js";

const schemas = {
  Name: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-c]" },
  Tree: {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { enum: ["a", "b", null, 1] },
      child: { $ref: "#/components/schemas/Tree" },
      items: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
    additionalProperties: { $ref: "#/components/schemas/Name" },
  },
  Point: {
    type: "object",
    required: ["kind", "a"],
    properties: { kind: { const: "a" }, a: { type: "number", exclusiveMinimum: 0 } },
    additionalProperties: false,
  },
  Line: {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { const: "b" },
      b: { type: "array", prefixItems: [{ type: "integer" }], items: { type: "string" }, maxItems: 3 },
    },
  },
  Named: { type: "object", properties: { name: { $ref: "#/components/schemas/Name" } } },
};

const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

const thenName = JSON.parse('{ "then": { "properties": { "a": { "$ref": "#/components/schemas/Name" } } } }') as object;

const bodies = {
  name: ref("Name"),
  tree: ref("Tree"),
  sibling: { ...ref("Named"), required: ["name"], maxProperties: 2 },
  shape: { oneOf: [ref("Point"), ref("Line")], discriminator: { propertyName: "kind" } },
  choice: { oneOf: [ref("Point"), ref("Line"), { type: ["null", "integer"] }] },
  any: {
    anyOf: [
      { type: "string", maxLength: 2 },
      { type: "array", contains: { const: 1 }, minContains: 2, uniqueItems: true },
      ref("Named"),
    ],
  },
  all: {
    allOf: [ref("Named"), { properties: { a: { type: "number", exclusiveMinimum: 0 } }, dependentRequired: { a: ["name"] } }],
    unevaluatedProperties: false,
  },
  not: { not: { anyOf: [ref("Name"), { type: "object", propertyNames: { enum: ["a", "kind"] }, minProperties: 1 }] } },
  conditional: {
    if: { required: ["kind"] },
    ...thenName,
    else: { maxProperties: 1, patternProperties: { "^a": { type: "null" } } },
  },
  limits: {
    maxLength: 2,
    maxItems: 1,
    maxProperties: 1,
    allOf: [{ pattern: "b" }, { items: { type: "string" } }, { additionalProperties: { type: "string" } }],
  },
  bytes: { "x-max-utf8-bytes": 3, minLength: 2 },
  formats: { properties: { a: { format: "uuid" }, b: { format: "date" }, kind: { format: "int32" } } },
};

const scalar = fc.constantFrom<unknown>(
  "a",
  "b",
  "ab",
  "abcd",
  "",
  "é",
  "😀",
  "2024-02-29",
  "3f1b2c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d",
  0,
  1,
  1.5,
  -1,
  2 ** 31,
  null,
  true,
  false,
);
const name = fc.constantFrom("kind", "a", "b", "name", "child", "items", "constructor", "toString");
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    { weight: 4, arbitrary: fc.dictionary(name, tie("value"), { maxKeys: 4 }) },
  ),
})).value;

describe("validators agree with Ajv itself", () => {
  const plain = new Ajv2020.default({ strict: false, strictNumbers: true, ownProperties: true, logger: false });
  for (const [format, definition] of Object.entries(formats)) plain.addFormat(format, definition as never);
  plain.addKeyword({
    keyword: "x-max-utf8-bytes",
    type: "string",
    validate: (limit: number, text: string) => Buffer.byteLength(text) <= limit,
  });
  plain.addSchema({ $id: "https://contract.test/", components: { schemas } });
  let guards: Readonly<Record<string, { readonly body: Guard<unknown> }>>;
  let listers: Readonly<Record<string, { readonly body: ErrorLister }>>;
  beforeAll(async () => {
    const { first, all } = await loadEmitted(contractOf(documentOf(bodies, schemas)));
    [guards, listers] = [first.actions["vm"]!, all.actions["vm"]!];
  });

  test.each(Object.entries(bodies))("on %s", (action, schema) => {
    const expected = plain.compile({
      $id: `https://contract.test/${action}`,
      ...JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://contract.test/#/')),
    });
    let fits = 0;
    fc.assert(
      fc.property(value, (candidate) => {
        const isValid = expected(candidate);
        if (isValid) fits++;
        expect(guards[action]!.body(candidate)).toBe(isValid);
        expect(listers[action]!.body(candidate).length === 0).toBe(isValid);
      }),
      { numRuns: 1_500, seed: 1 },
    );
    // Without values of both kinds the test would show nothing.
    expect(fits).toBeGreaterThan(0);
    expect(fits).toBeLessThan(1_500);
  });
});
