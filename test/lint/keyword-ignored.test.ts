import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (schema: string) =>
  diagnosticsOf("keyword-ignored", contract({ schemas: `Pet: ${schema}` })).map(({ message }) => message);

test("keywords of other drafts and of meta-schemas, at their key", () => {
  expect(findings("keyword-ignored", contract({ schemas: "Pet:\n  type: object\n  id: urn:x" }))).toEqual([
    '[id] warning "id" is ignored: nothing refers to it',
  ]);
  expect(of("{ $id: urn:x, $anchor: a, $dynamicAnchor: b, $recursiveAnchor: true, id: x, $vocabulary: {} }")).toEqual([
    '"id" is ignored: nothing refers to it',
  ]);
  expect(of("{ $vocabulary: {} }")).toEqual(['"$vocabulary" is ignored: only meta-schemas have vocabularies']);
});

test.each(["http://json-schema.org/draft-03/schema", "https://spec.openapis.org/oas/3.1/dialect/2024-11-10"])(
  "the published dialect %s",
  (dialect) => {
    expect(of(`{ $schema: "${dialect}" }`)).toEqual(['"$schema" is ignored: every schema is read as JSON Schema 2020-12']);
  },
);

test("older drafts are read by their own rules", () => {
  for (const draft of ["draft-04", "draft-06", "draft-07", "draft/2019-09"])
    expect(of(`{ $schema: "http://json-schema.org/${draft}/schema#" }`)).toEqual([]);
});

test("the own dialect is valid; an unpublished one is rejected by another rule", () => {
  expect(of("{ $schema: 'https://json-schema.org/draft/2020-12/schema' }")).toEqual([]);
  expect(of("{ $schema: 'https://shop.test/dialect' }")).toEqual([]);
});

test("additionalItems without a tuple", () => {
  expect(of("{ type: array, items: { type: string }, additionalItems: false }")).toEqual([
    '"additionalItems" is ignored: it requires a tuple next to it',
  ]);
  expect(of("{ type: array, prefixItems: [{}], additionalItems: false }")).toEqual([
    '"additionalItems" is ignored: items is about what follows prefixItems',
  ]);
});

test("a keyword that is ignored is not unknown, too", () => {
  const schemas = "Pet: { items: {}, additionalItems: false, $vocabulary: {} }";
  expect(diagnosticsOf("unknown-keyword", contract({ schemas }))).toEqual([]);
});

test("names of properties, and siblings of a reference that 3.0 ignores, are valid", () => {
  expect(of("{ properties: { id: {}, $id: {} } }")).toEqual([]);
  const schemas = 'Pet: { $ref: "#/components/schemas/Failure", id: x }';
  expect(diagnosticsOf("keyword-ignored", contract({ openapi: "3.0.3", schemas }))).toEqual([]);
});
