import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (cat: string) =>
  findings(
    "discriminator-property",
    contract({
      schemas: `Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { allOf: [{ $ref: "#/components/schemas/Dog" }] }], discriminator: { propertyName: kind } }
Dog: { type: object, required: [kind], properties: { kind: { const: dog } } }
Cat: ${cat}`,
    }),
  );

test("a discriminator that an alternative lacks or leaves out is a warning", () => {
  expect(of("{ type: object }")).toEqual(['[kind] warning the discriminator "kind" is not a property of each alternative']);
  expect(of("{ type: object, properties: { kind: { const: cat } } }")).toEqual([
    '[kind] warning the discriminator "kind" is not required by each alternative',
  ]);
});

test("a required property of all alternatives is fine", () => {
  expect(of("{ type: object, required: [kind], properties: { kind: { const: cat } } }")).toEqual([]);
});
