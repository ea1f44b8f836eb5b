import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

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

test("a discriminator is reported once, with each alternative that it doesn't tell apart", () => {
  const schemas = `Pet:
  discriminator: { propertyName: kind }
  oneOf: [{ properties: { kind: { const: a } } }, { type: object }, { type: array }]
  anyOf: [{ type: object }, { required: [kind], properties: { kind: { const: b } } }]`;
  const found = diagnosticsOf("discriminator-property", contract({ schemas }));
  expect(found.map(({ message }) => message)).toEqual(['the discriminator "kind" is not a property of each alternative']);
  expect(found[0]!.related.map(({ message }) => message)).toEqual([
    "this alternative does not require it",
    "this alternative does not have it",
    "this alternative does not have it",
    "this alternative does not have it",
  ]);
});

test("a required property of all alternatives is fine", () => {
  expect(of("{ type: object, required: [kind], properties: { kind: { const: cat } } }")).toEqual([]);
});
