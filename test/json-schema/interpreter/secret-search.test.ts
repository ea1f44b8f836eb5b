import { expect, test } from "vitest";
import { createSecretSearch } from "../../../generator/json-schema/secret-search.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { resolveComponent } from "../../../generator/document/resolve-component.js";

const key = { type: "string", format: "password" };
const keyed = { properties: { key } };

/** The pointers at which a value has secrets. */
function secretsIn(schema: JsonObject, value: JsonValue, schemas: JsonObject = {}): string[] {
  const document = { components: { schemas } };
  const { visit } = createSecretSearch(document, {
    resolve: (from) => (from["$ref"] === undefined ? undefined : resolveComponent({ $ref: from["$ref"] }, document)),
  });
  const found: string[] = [];
  visit(schema, value, (_, pointer) => found.push(pointer));
  return found;
}

test.each<[string, JsonObject, JsonValue, string]>([
  ["the value itself", { writeOnly: true }, "s3cret", ""],
  ["properties", keyed, { key: "s3cret" }, "/key"],
  ["patternProperties", { patternProperties: { "^k": key } }, { key: "s3cret", name: "Ann" }, "/key"],
  ["additionalProperties", { properties: { name: {} }, additionalProperties: key }, { key: "s3cret", name: "Ann" }, "/key"],
  ["unevaluatedProperties", { unevaluatedProperties: key }, { key: "s3cret" }, "/key"],
  ["items", { items: key }, ["s3cret"], "/0"],
  ["prefixItems", { prefixItems: [{}, key] }, ["Ann", "s3cret"], "/1"],
  ["contains", { contains: keyed }, [{ key: "s3cret" }], "/0/key"],
  ["allOf", { allOf: [{}, keyed] }, { key: "s3cret" }, "/key"],
  ["anyOf", { anyOf: [{}, keyed] }, { key: "s3cret" }, "/key"],
  ["oneOf", { oneOf: [{}, keyed] }, { key: "s3cret" }, "/key"],
  ["then", { if: {}, then: keyed }, { key: "s3cret" }, "/key"],
  ["else", { if: false, else: keyed }, { key: "s3cret" }, "/key"],
  ["dependentSchemas", { dependentSchemas: { name: keyed } }, { key: "s3cret", name: "Ann" }, "/key"],
  ["contentSchema", { contentSchema: keyed }, '{"key":"s3cret"}', ""],
  ["beside $ref", { $ref: "#/components/schemas/Any", properties: { key } }, { key: "s3cret" }, "/key"],
  ["behind $ref", { items: { $ref: "#/components/schemas/Keyed" } }, [{ key: "s3cret" }], "/0/key"],
])("%s", (_, schema, value, pointer) => {
  expect(secretsIn(schema, value, { Any: {}, Keyed: keyed })).toEqual([pointer]);
});

test("what depends on a property that is not there says nothing", () => {
  expect(secretsIn({ dependentSchemas: { name: keyed } }, { key: "s3cret" })).toEqual([]);
});

test("schemas that lead to each other many times over are held against a value once", () => {
  const levels = Array.from({ length: 60 }, (_, level) => {
    const next = { $ref: `#/components/schemas/L${level + 1}` };
    return [`L${level}`, { allOf: [next, next] }] as const;
  });
  const schemas = { ...Object.fromEntries(levels), L60: { properties: { key, next: { $ref: "#/components/schemas/L0" } } } };
  const value = { key: "s3cret", next: { next: { key: "s3cret" } } };
  expect(secretsIn({ $ref: "#/components/schemas/L0" }, value, schemas).toSorted()).toEqual(["/key", "/next/next/key"]);
});
