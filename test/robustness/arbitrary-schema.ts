import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { isObject, own } from "../../generator/document/json-value.js";
import { components as known, schema as plain } from "../json-schema/containment/arbitraries.js";

/** Components that random schemas refer to: with alternatives, with recursion, alone and through each other. */
export const components: JsonObject = {
  ...known,
  Left: {
    properties: { a: { $ref: "#/components/schemas/Right" }, kind: { type: "string" } },
    additionalProperties: { type: "number" },
  },
  Right: { properties: { b: { $ref: "#/components/schemas/Left" } }, unevaluatedProperties: false },
  Open: { properties: { a: true, b: { type: ["integer", "string"] } } },
  List: { prefixItems: [{ type: "integer" }], items: { $ref: "#/components/schemas/List" }, maxItems: 2 },
  Pair: { prefixItems: [{ type: "integer" }, true] },
};

const reference = fc.constantFrom(...Object.keys(components)).map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Keywords about which properties and items others have seen: in each other, in branches, through references. */
const evaluating = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => {
  const map = fc.dictionary(fc.constantFrom("kind", "a", "b", "child", "constructor"), tie("schema"), {
    maxKeys: 2,
    noNullPrototype: true,
  });
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 1, arbitrary: fc.boolean() },
      {
        weight: 2,
        arbitrary: fc.constantFrom<JsonValue>({ type: "string" }, { type: "object" }, { required: ["a"] }, { const: 1 }),
      },
      { weight: 2, arbitrary: reference },
      { weight: 6, arbitrary: tie("object") },
    ),
    object: fc.oneof(
      ...["allOf", "anyOf", "oneOf"].map((keyword) => list.map((branches): JsonObject => ({ [keyword]: branches }))),
      ...["properties", "dependentSchemas"].map((keyword) =>
        map.map((schemas): JsonObject => ({ [keyword]: schemas as JsonObject })),
      ),
      ...["not", "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "contains", "unevaluatedItems"].map(
        (keyword) => tie("schema").map((below): JsonObject => ({ [keyword]: below })),
      ),
      list.map((first): JsonObject => ({ prefixItems: first })),
      tie("schema").map((contains): JsonObject => ({ contains, minContains: 0 })),
      tie("schema").map((below): JsonObject => ({ patternProperties: { "^[a-c]": below } })),
      fc
        .tuple(tie("schema"), tie("schema"))
        .map(([condition, consequence]): JsonObject => ({ if: condition, then: consequence })),
      fc.tuple(tie("object"), tie("object")).map(([one, other]): JsonObject => ({ ...one, ...other })),
      tie("object").map((schema): JsonObject => ({ ...schema, unevaluatedProperties: false })),
      tie("object").map((schema): JsonObject => ({ ...schema, unevaluatedItems: false })),
      fc.tuple(reference, tie("object")).map(([ref, schema]): JsonObject => ({ ...ref, ...schema })),
    ),
  };
}).object;

const merged = fc.tuple(plain, plain).map(([one, other]) => (isObject(one) && isObject(other) ? { ...one, ...other } : one));

/** Random schemas of every keyword that a contract may use, alone and beside each other, seldom impossible ones. */
export const schema: fc.Arbitrary<JsonValue> = fc
  .oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: merged }, { weight: 4, arbitrary: evaluating })
  .map(withoutContradictions);

const bounds = [
  ["minimum", "maximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minContains", "maxContains"],
  ["minProperties", "maxProperties"],
] as const;

/** Leaves out what lint refuses because no value could fit: keywords that contradict others of the same schema. */
export function withoutContradictions(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutContradictions);
  if (!isObject(value)) return value;
  const copy: JsonObject = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutContradictions(item)]));
  for (const [lower, upper] of bounds) {
    const [low, high] = [own(copy, lower), own(copy, upper)];
    if (typeof low === "number" && typeof high === "number" && low >= high) delete copy[upper];
  }
  const { required, properties } = copy;
  if (copy["additionalProperties"] === false && Array.isArray(required))
    copy["required"] = required.filter((name) => isObject(properties) && Object.hasOwn(properties, String(name)));
  const { type } = copy;
  if (type !== undefined) for (const keyword of ["enum", "const"]) delete copy[keyword];
  return copy;
}
