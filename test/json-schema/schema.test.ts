import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxInPlaceDepth } from "../../generator/document/fold-schema.js";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { createInstanceCheck } from "../../generator/json-schema/interpreter.js";
import { schemasIn } from "../../generator/json-schema/schema.js";
import type { SchemaType } from "../../generator/json-schema/schema-questions.js";
import { hasType, isObject } from "../../templates/runtime/json.js";

const named = (schemas: JsonObject): JsonObject => ({ components: { schemas } });
const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

describe("a schema", () => {
  const document = named({
    Named: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    Alias: refer("Named"),
    Made: {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
      allOf: [{ required: ["note"], properties: { note: { anyOf: [{ type: "string", writeOnly: true }, { type: "null" }] } } }],
    },
  });
  const schemas = schemasIn(document);

  it("is one object for each node", () => {
    const node = refer("Alias");
    expect(schemas.of(node)).toBe(schemas.of(node));
    expect(schemasIn(document)).toBe(schemas);
  });

  it("follows references to their end, or to keywords next to one", () => {
    expect(schemas.of(refer("Alias")).resolved.member("name")?.isRequired).toBe(true);
    expect(schemas.of({ ...refer("Alias"), title: "An alias" }).resolved.node).toHaveProperty("title");
    expect(schemas.of(refer("Missing")).target).toBeUndefined();
  });

  it("has the members that are sent in a direction", () => {
    const members = (direction?: "request" | "response") => {
      const found = schemasIn(document, direction).of(refer("Made")).members;
      return [...found].map(([name, { isRequired }]) => `${name}${isRequired ? "" : "?"}`).sort();
    };
    expect(members()).toEqual(["id", "name", "note"]);
    expect(members("request")).toEqual(["name", "note"]);
    expect(members("response")).toEqual(["id", "name"]);
  });

  it("knows whether a value is valid in a direction", () => {
    const node = { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true } } };
    expect(schemas.of(node).accepts({})).toBe(false);
    expect(schemasIn(document, "request").of(node).accepts({})).toBe(true);
    expect(schemas.of({ type: ["string", "null"] }).accepts(null)).toBe(true);
  });

  it("has alternatives behind their references, nested ones too", () => {
    const union = { oneOf: [refer("Alias"), { anyOf: [refer("Made"), { type: "null" }] }] };
    const found = [...schemas.of(union).alternatives].map(({ node }) => node);
    expect(found).toContain((document["components"] as JsonObject)["schemas"]!["Named" as never]);
    expect(found).toHaveLength(5);
  });

  it("gives up at a limit of nesting, with the answer for what is unknown", () => {
    const tower = (depth: number): JsonObject => (depth === 0 ? { type: "string" } : { allOf: [tower(depth - 1)] });
    expect(schemas.of(tower(maxInPlaceDepth - 1)).isOnly("string")).toBe(true);
    expect(schemas.of(tower(maxInPlaceDepth)).isOnly("string")).toBe(false);
    const within: JsonObject = { type: "object" };
    within["allOf"] = [within];
    expect(schemas.of(within).types).toEqual(new Set(["object"]));
  });
});

describe("answers about a schema", () => {
  const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
    fc.constantFrom<JsonValue>(true, false, {}, refer("A"), refer("B")),
    fc.constantFrom("string", "integer", "number", "boolean", "object", "array", "null").map((type): JsonObject => ({ type })),
    fc.constant<JsonObject>({ type: ["string", "null"] }),
    fc.subarray<JsonValue>(["a", "b", 1, 1.5, null, true, {}], { minLength: 1 }).map((values): JsonObject => ({ enum: values })),
    fc.constantFrom<JsonValue>("a", "b", 1, null).map((value): JsonObject => ({ const: value })),
    fc.constantFrom<JsonObject>(
      { required: ["a"], properties: { a: { type: "string" } } },
      { required: ["a", "b"], properties: { a: { type: "string" } } },
    ),
  );
  const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom("allOf", "anyOf", "oneOf"), fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), leaf)
        .map(([keyword, parts, siblings]): JsonObject => ({ ...(isObject(siblings) ? siblings : {}), [keyword]: parts })),
    ),
  }));
  const values: readonly JsonValue[] = ["a", "b", "other", 1, 1.5, null, true, [], {}, { a: "x" }, { a: 1 }, { a: "x", b: 1 }];
  const types: readonly SchemaType[] = ["string", "integer", "number", "boolean", "array", "object", "null"];

  it("hold for every value that the interpreter accepts", () => {
    fc.assert(
      fc.property(schema, leaf, leaf, (node, a, b) => {
        // References of the two components lead back nowhere.
        const document = named({
          A: JSON.stringify(a).includes("$ref") ? true : a,
          B: JSON.stringify(b).includes("$ref") ? {} : b,
        });
        const check = createInstanceCheck(document);
        const asked = schemasIn(document).of(node);
        for (const value of values.filter((one) => check(node, one).length === 0)) {
          expect(asked.accepts(value)).toBe(true);
          const ofValue = types.filter((type) => hasType(value, [type]) && !(type === "number" && Number.isInteger(value)));
          expect(ofValue.filter((type) => !asked.types.has(type))).toEqual([]);
          if (asked.onlyValue !== undefined) expect(value).toEqual(asked.onlyValue);
          if (typeof value === "string" && asked.texts) expect(asked.texts).toContain(value);
          for (const type of types)
            if (type !== "null" && value !== null && asked.isOnly(type)) expect(hasType(value, [type])).toBe(true);
          if (!isObject(value)) continue;
          for (const [name, member] of asked.members) if (member.isRequired) expect(value).toHaveProperty(name);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
