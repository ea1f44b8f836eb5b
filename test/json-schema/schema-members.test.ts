import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../generator/document/json-value.js";
import { schemasIn } from "../../generator/json-schema/schema.js";

const document = (schemas: string) => ({ components: { schemas: parse(schemas) } }) as JsonObject;
const empty = document("{}");
const names = (schema: string, within = empty) =>
  [...schemasIn(within).of(parse(schema)).members].map(([name, { isRequired }]) => `${name}${isRequired ? "!" : ""}`);

describe("members of a schema", () => {
  it("are its own, those that it refers to, and those of all its parts", () => {
    const within = document(
      "{ A: { $ref: '#/components/schemas/B', properties: { a: {} } }, B: { required: [a], properties: { b: {} } } }",
    );
    expect(names("{ $ref: '#/components/schemas/A', properties: { c: {} }, required: [c] }", within)).toEqual(["c!", "a!", "b"]);
  });

  it("are required if one of allOf requires them, wherever they are described", () => {
    expect(names("{ allOf: [{ properties: { a: {}, b: {} } }, { required: [a] }] }")).toEqual(["a!", "b"]);
    expect(names("{ required: [a], anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }")).toEqual(["a!", "b"]);
  });

  it("are required if all alternatives that can be objects require them", () => {
    const one = "{ required: [a, b], properties: { a: {}, b: {} } }";
    const other = "{ required: [a], properties: { a: {} } }";
    expect(names(`{ oneOf: [${one}, ${other}] }`)).toEqual(["a!", "b"]);
    expect(names(`{ anyOf: [${one}, { type: "null" }, { const: none }, { type: string }] }`)).toEqual(["a!", "b!"]);
    expect(names(`{ anyOf: [${one}, {}] }`)).toEqual(["a", "b"]);
  });

  it("are required one or another if each alternative that can be an object requires one of them", () => {
    const requires = (schema: string, ...wanted: string[]) => schemasIn(empty).of(parse(schema)).requiresOneOf(new Set(wanted));
    const either = "{ oneOf: [{ required: [a, c] }, { allOf: [{ required: [b] }] }, { type: 'null' }] }";
    expect([requires(either, "a", "b"), requires(either, "b", "c"), requires(either, "a", "c")]).toEqual([true, true, false]);
    expect(requires("{ anyOf: [{ required: [a] }, {}] }", "a")).toBe(false);
    expect(requires("{ required: [a], anyOf: [{}] }", "a")).toBe(true);
  });

  it("are not those that a schema forbids", () => {
    expect(names("{ properties: { a: false, b: true } }")).toEqual(["b"]);
  });

  it("are found by pointers, through lists too", () => {
    const schema = parse(
      "{ properties: { a: { allOf: [{ type: array, minItems: 1, items: { $ref: '#/components/schemas/B' } }] } }, required: [a] }",
    );
    const within = document("{ B: { required: [b], properties: { b: { type: string }, 'c/d': {} } } }");
    expect(schemasIn(within).at(schema, "/a/0/b")).toMatchObject({ schema: { node: { type: "string" } }, isRequired: true });
    expect(schemasIn(within).at(schema, "/a/0/c~1d")?.isRequired).toBe(false);
    expect(schemasIn(within).at(schema, "/a/1/b")).toBeUndefined();
    expect(schemasIn(within).at(schema, "/b")).toBeUndefined();
    expect(schemasIn(within).at(schema, "")).toMatchObject({ schema: { node: schema }, isRequired: true });
  });
});

describe("a member", () => {
  const a = (schema: string, within = empty) => schemasIn(within).at(parse(schema), "/a")!;
  const text = (schema: string) => a(`{ properties: { a: ${schema} } }`).schema.isOnly("string");

  it("is text by its type or its values, null aside", () => {
    for (const schema of [
      "{ type: string }",
      "{ type: [string, 'null'] }",
      "{ enum: [x, null] }",
      "{ const: x }",
      "{ allOf: [{ type: string }, { maxLength: 3 }] }",
      "{ anyOf: [{ type: string }, { type: 'null' }] }",
    ])
      expect(text(schema), schema).toBe(true);
    for (const schema of [
      "{}",
      "{ type: [string, integer] }",
      "{ enum: [x, 1] }",
      "{ const: null }",
      "{ anyOf: [{ type: string }, {}] }",
      "{ maxLength: 3 }",
    ])
      expect(text(schema), schema).toBe(false);
  });

  it("is text if one of allOf or all alternatives require it", () => {
    expect(
      a("{ allOf: [{ properties: { a: { type: string } } }, { properties: { a: { maxLength: 3 } } }] }").schema.isOnly("string"),
    ).toBe(true);
    expect(
      a("{ anyOf: [{ properties: { a: { type: string } } }, { properties: { a: { maxLength: 3 } } }] }").schema.isOnly("string"),
    ).toBe(false);
    expect(a("{ properties: { a: { type: array } } }").schema.isOnly("array")).toBe(true);
  });

  it("may be the texts that all of allOf and one of its alternatives list", () => {
    const texts = (schema: string) => a(schema).schema.texts;
    expect(texts("{ properties: { a: { enum: [x, y] } } }")).toEqual(["x", "y"]);
    expect(texts("{ properties: { a: { type: string } } }")).toBeUndefined();
    expect(texts("{ anyOf: [{ properties: { a: { const: x } } }, { properties: { a: { enum: [y, x] } } }, {}] }")).toEqual([
      "x",
      "y",
    ]);
    expect(texts("{ allOf: [{ properties: { a: { enum: [x, y] } } }, { properties: { a: { enum: [y, z] } } }] }")).toEqual(["y"]);
    expect(texts("{ properties: { a: { oneOf: [{ const: x }, { enum: [y] }, { type: integer }, { type: 'null' }] } } }")).toEqual(
      ["x", "y"],
    );
    expect(texts("{ properties: { a: { anyOf: [{ const: x }, { type: string }] } } }")).toBeUndefined();
  });

  it("may have only one value", () => {
    const schemas = document("{ Kind: { allOf: [{ $ref: '#/components/schemas/Base' }] }, Base: { const: x } }");
    const only = (schema: string) => a(schema, schemas).schema.onlyValue;
    expect(only("{ properties: { a: { const: false } } }")).toBe(false);
    expect(only("{ properties: { a: { enum: [x] } } }")).toBe("x");
    expect(only("{ properties: { a: { type: 'null' } } }")).toBeNull();
    expect(only("{ properties: { a: { const: { b: [1] } } } }")).toEqual({ b: [1] });
    expect(only("{ properties: { a: { $ref: '#/components/schemas/Kind', description: A kind. } } }")).toBe("x");
    expect(only("{ properties: { a: { oneOf: [{ const: x, type: string }, { enum: [x] }] } } }")).toBe("x");
    expect(only("{ properties: { a: { enum: [x, y] } } }")).toBeUndefined();
    expect(only("{ properties: { a: { anyOf: [{ const: x }, { type: string }] } } }")).toBeUndefined();
    expect(only("{ oneOf: [{ properties: { a: { const: x } } }, { properties: { a: { const: y } } }] }")).toBeUndefined();
  });
});

it("recognizes schemas that don't describe an object", () => {
  const free = (schema: string) =>
    schemasIn(document("{ Any: { type: object, description: Anything. } }")).of(parse(schema)).isFreeForm;
  for (const schema of [
    "{}",
    "true",
    "{ type: object }",
    "{ type: [object, 'null'] }",
    "{ additionalProperties: true }",
    "{ properties: {} }",
    "{ $ref: '#/components/schemas/Any' }",
    "{ allOf: [{ type: object }] }",
    "{ anyOf: [{ $ref: '#/components/schemas/Any' }, { type: 'null' }] }",
  ])
    expect(free(schema), schema).toBe(true);
  for (const schema of [
    "false",
    "{ type: string }",
    "{ properties: { a: {} } }",
    "{ required: [a] }",
    "{ additionalProperties: false }",
    "{ additionalProperties: { type: string } }",
    "{ $ref: '#/components/schemas/Any', required: [a] }",
    "{ allOf: [{ type: object }, { properties: { a: {} } }] }",
    "{ maxProperties: 0 }",
  ])
    expect(free(schema), schema).toBe(false);
});

// A walk that is not linear would not end within hours, so the tests measure no time.
describe("hostile schemas", () => {
  it("that are recursive end", () => {
    const within = document(
      "{ A: { properties: { a: { $ref: '#/components/schemas/A' } }, allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ $ref: '#/components/schemas/A' }] }] } }",
    );
    const schema = { $ref: "#/components/schemas/A" };
    expect(names("{ $ref: '#/components/schemas/A' }", within)).toEqual(["a"]);
    const member = schemasIn(within).at(schema, "/a/a/a")!;
    expect(member.schema.isOnly("string")).toBe(false);
    expect(member.schema.texts).toBeUndefined();
    expect(schemasIn(within).of(schema).isFreeForm).toBe(false);
  });

  // 8^16 ways lead to the last schema.
  it.each(["allOf", "anyOf", "oneOf"])("that double with each %s take no longer", (keyword) => {
    const refer = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
    const schemas = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [`S${index}`, { [keyword]: Array.from({ length: 8 }, () => refer(index + 1)) }]),
    );
    const objects: JsonObject = { components: { schemas: { ...schemas, S16: { properties: { a: { type: "string" } } } } } };
    expect(schemasIn(objects).at(refer(0), "/a")!.schema.isOnly("string")).toBe(true);
    const texts: JsonObject = { components: { schemas: { ...schemas, S16: { enum: ["x"] } } } };
    const schema = schemasIn(texts).of(refer(0));
    expect([schema.isOnly("string"), schema.texts, schema.isFreeForm]).toEqual([true, ["x"], false]);
  });

  it("with thousands of alternatives take no longer than their size", () => {
    const alternatives = Array.from({ length: 20_000 }, (_, index) => ({
      required: ["a"],
      properties: { a: { const: `x${index}` } },
    }));
    const schema = { oneOf: alternatives } as JsonObject;
    const member = schemasIn(empty).at(schema, "/a")!;
    expect(member.isRequired).toBe(true);
    expect(member.schema.texts).toHaveLength(20_000);
  });
});
