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

test("a discriminator that an alternative lacks or may omit is a warning", () => {
  expect(of("{ type: object }")).toEqual(['[kind] warning the discriminator "kind" is not a property of each alternative']);
  expect(of("{ type: object, properties: { kind: { const: cat } } }")).toEqual([
    '[kind] warning the discriminator "kind" is not required by each alternative',
  ]);
});

test("a discriminator is reported once, with each alternative that it doesn't distinguish", () => {
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

test("a mistyped property is suggested if each alternative requires it", () => {
  const hints = (property: string) =>
    diagnosticsOf(
      "discriminator-property",
      contract({
        schemas: `Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: ${property} } }
Dog: { type: object, required: [kind, name], properties: { kind: { const: dog } } }
Cat: { type: object, required: [kind, size], properties: { kind: { const: cat } } }`,
      }),
    ).map(({ hint }) => hint);
  expect(hints("kidn")).toEqual(['Did you mean "kind"?']);
  expect(hints("nme")).toEqual(["Require the property in each alternative, with a `const` or `enum` of its own."]);
});

test("a required property of all alternatives is valid", () => {
  expect(of("{ type: object, required: [kind], properties: { kind: { const: cat } } }")).toEqual([]);
});
