import { describe, expect, it } from "vitest";
import { actionsType } from "../../generator/document/extension.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { upgradeDocument } from "../../generator/document/upgrade-document.js";
import { at, load, place } from "./load-text.js";

const isActions = (key: string) => actionsType(key, "platform") !== undefined;

function upgraded(text: string) {
  const { contract, problems } = load(text);
  if (!contract) throw new Error(problems.join("\n"));
  return { contract, document: upgradeDocument(contract.document, contract.locations, isActions) };
}

function schema(text: string): JsonValue {
  const { document } = upgraded(`openapi: 3.0.3\ninfo: {}\ncomponents: { schemas: { A: ${text}, B: {} } }\n`);
  return at(document, "components", "schemas", "A")!;
}

const refB = { $ref: "#/components/schemas/B" };
const isNull = { type: "null" };

it("keeps a schema that an endpoint and its actions share as one", () => {
  const { document } = upgraded(`openapi: 3.0.3
info: {}
paths:
  /a/{id}/action:
    post:
      x-platform-action-binding: { action: { in: body-key }, from: body, type: { const: a } }
      requestBody: { content: { application/json: { schema: { properties: { start: { nullable: true, properties: { at: {} } } } } } } }
      responses: { "200": { description: OK } }
`);
  const operation = at(document, "paths", "/a/{id}/action", "post")!;
  const whole = at(operation, "requestBody", "content", "application/json", "schema", "properties", "start");
  expect(at(operation, "x-platform-a-actions", "start", "body")).toBe(whole);
});

describe("nullable", () => {
  it.each([
    ["{ type: string, nullable: true }", { type: ["string", "null"] }],
    ["{ type: string, nullable: false }", { type: "string" }],
    ["{ type: string, nullable: true, enum: [a, null] }", { type: ["string", "null"], enum: ["a", null] }],
    ["{ type: string, nullable: true, enum: [a] }", { type: "string", enum: ["a"] }],
    ["{ nullable: true }", {}],
    ["{ nullable: true, enum: [a] }", { enum: ["a"] }],
    ["{ nullable: true, enum: [a], allOf: [{ type: string }] }", { enum: ["a"], allOf: [{ type: "string" }] }],
    ["{ nullable: true, $ref: '#/components/schemas/B', description: x }", { anyOf: [refB, isNull] }],
    ["{ nullable: false, allOf: [{ $ref: '#/components/schemas/B' }] }", { allOf: [refB] }],
    ["{ $ref: '#/components/schemas/B', format: password, maxLength: 1 }", { ...refB, format: "password" }],
    ["{ $ref: '#/components/schemas/B', format: date }", refB],
    ["{ nullable: true, allOf: [{ $ref: '#/components/schemas/B' }] }", { anyOf: [{ allOf: [refB] }, isNull] }],
    ["{ nullable: true, anyOf: [{ $ref: '#/components/schemas/B' }] }", { anyOf: [{ anyOf: [refB] }, isNull] }],
    ["{ nullable: true, oneOf: [{ $ref: '#/components/schemas/B' }] }", { anyOf: [{ oneOf: [refB] }, isNull] }],
    [
      "{ nullable: true, type: object, minProperties: 1, readOnly: true, description: x, default: null, example: {}, allOf: [{ $ref: '#/components/schemas/B' }] }",
      {
        anyOf: [{ type: "object", minProperties: 1, allOf: [refB] }, isNull],
        readOnly: true,
        description: "x",
        default: null,
        examples: [{}],
      },
    ],
    [
      "{ properties: { nullable: { type: string, nullable: true } } }",
      { properties: { nullable: { type: ["string", "null"] } } },
    ],
  ])("%s", (text, expected) => {
    expect(schema(text)).toEqual(expected);
  });
});

describe("exclusive bounds", () => {
  it.each([
    ["{ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }", { exclusiveMinimum: 1, exclusiveMaximum: 9 }],
    ["{ minimum: 1, exclusiveMinimum: false }", { minimum: 1 }],
    ["{ exclusiveMinimum: true }", {}],
    ["{ minimum: 1, exclusiveMinimum: 0 }", { minimum: 1, exclusiveMinimum: 0 }],
  ])("%s", (text, expected) => {
    expect(schema(text)).toEqual(expected);
  });
});

it("turns an example into examples, and only in schemas", () => {
  expect(schema("{ type: object, example: { example: 1 }, properties: { example: { example: null } } }")).toEqual({
    type: "object",
    examples: [{ example: 1 }],
    properties: { example: { examples: [null] } },
  });
  const { document } = upgraded(
    "openapi: 3.0.3\ninfo: {}\ncomponents: { parameters: { P: { example: 1, schema: { example: 2 } } } }\n",
  );
  expect(at(document, "components", "parameters", "P")).toEqual({ example: 1, schema: { examples: [2] } });
});

it("removes the siblings of a schema's $ref, and keeps a property of that name", () => {
  expect(schema("{ $ref: '#/components/schemas/B', minLength: 1, description: x }")).toEqual({
    $ref: "#/components/schemas/B",
  });
  expect(schema("{ properties: { $ref: { type: string, nullable: true } } }")).toEqual({
    properties: { $ref: { type: ["string", "null"] } },
  });
});

it("reaches every schema, those of actions too, and no data", () => {
  const nullable = "{ type: string, nullable: true }";
  const { document } = upgraded(`openapi: 3.0.3
info: {}
paths:
  /{action}:
    post:
      parameters: [{ schema: ${nullable} }]
      requestBody: { content: { a/b: { schema: { items: ${nullable}, default: { nullable: true } }, example: { nullable: true } } } }
      responses: { "200": { description: Ok, headers: { H: { schema: ${nullable} } } } }
      callbacks: { c: { "{$url}": { get: { parameters: [{ schema: ${nullable} }] } } } }
      x-platform-db-actions: { run: { body: { allOf: [${nullable}] }, result: ${nullable}, examples: { nullable: true } } }
      x-other: { run: { body: { nullable: true } } }
`);
  const text = JSON.stringify(document);
  expect(text.match(/\["string","null"\]/g)).toHaveLength(6);
  expect(text.match(/"nullable":true/g)).toHaveLength(4);
  expect(document["openapi"]).toBe("3.1.0");
});

it("keeps every location", () => {
  const { contract, document } = upgraded(
    "openapi: 3.0.3\ninfo: {}\ncomponents:\n  schemas:\n    A:\n      allOf:\n        - { type: string, example: { a: 1 } }\n    B: { nullable: true, oneOf: [{}] }\n",
  );
  const missing: string[] = [];
  const visit = (value: JsonValue, path: string) => {
    if (typeof value !== "object" || value === null) return;
    if (!contract.locations.span(value)) missing.push(path);
    for (const [key, item] of Object.entries(value)) visit(item, `${path}/${key}`);
  };
  visit(document, "");
  expect(missing).toEqual([]);
  expect(place(contract.locations.value(at(document, "components", "schemas", "A", "allOf", 0) as object, "type"))).toBe(
    "openapi.yaml:7:19",
  );
});

describe("3.1", () => {
  const of31 = (text: string) => upgraded(`openapi: 3.1.0\ninfo: {}\ncomponents: { schemas: { A: ${text}, B: {} } }\n`);

  it("leaves a standard document unchanged", () => {
    const { contract, document } = of31(
      "{ example: 1, exclusiveMinimum: 1, x-any: 1, enum: [1, 2], properties: { nullable: {} } }",
    );
    expect(document).toBe(contract.document);
  });

  it.each([
    ["{ type: [string, 'null'], nullable: true }", { type: ["string", "null"] }],
    ["{ type: [string, integer], nullable: true, example: a }", { type: ["string", "integer", "null"], example: "a" }],
    ["{ type: string, nullable: false }", { type: "string" }],
    ["{ type: string, nullable: 'yes' }", { type: "string" }],
    ["{ minimum: 1, exclusiveMinimum: true, exclusiveMaximum: true }", { exclusiveMinimum: 1 }],
    ["{ minimum: 1, exclusiveMinimum: false }", { minimum: 1 }],
    ["{ type: string, readonly: true, maxLenght: 1, x-note: 1 }", { type: "string", "x-note": 1 }],
    ["{ $id: a, $anchor: a, $schema: 'http://json-schema.org/draft-07/schema#', type: string }", { type: "string" }],
    ["{ type: string, enum: [a, 1, a, b] }", { type: "string", enum: ["a", "b"] }],
    ["{ type: string, enum: [1, 1] }", { type: "string", enum: [1] }],
    ["{ type: string, nullable: true, enum: [a, null, 1] }", { type: ["string", "null"], enum: ["a", null] }],
    ["{ enum: [] }", undefined],
    ["{ enum: [9007199254740993, 9007199254740992] }", undefined],
    ["{ $schema: 'https://shop.test', prefixItems: [{}] }", undefined],
    [
      "{ $ref: '#/components/schemas/B', nullable: true, maxLength: 1, title: A }",
      { title: "A", anyOf: [{ ...refB, maxLength: 1 }, isNull] },
    ],
    ["{ default: { nullable: true }, properties: { nullable: { type: string } } }", undefined],
  ])("rewrites nonstandard keywords: %s", (text, expected) => {
    const { contract, document } = of31(`{ not: ${text} }`);
    const written = at(contract.document, "components", "schemas", "A");
    expect(at(document, "components", "schemas", "A")).toEqual(expected ? { not: expected } : written);
  });
});

it("does not change the document it was given", () => {
  const { contract } = upgraded(
    "openapi: 3.0.3\ninfo: {}\ncomponents: { schemas: { A: { type: string, nullable: true, example: 1 } } }\n",
  );
  expect(contract.document).toEqual({
    openapi: "3.0.3",
    info: {},
    components: { schemas: { A: { type: "string", nullable: true, example: 1 } } },
  });
});
