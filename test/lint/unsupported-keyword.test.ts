import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (schema: string) =>
  diagnosticsOf("unsupported-keyword", contract({ schemas: `Pet: ${schema}` })).map(({ message }) => message);

test("keywords that validators can't evaluate are rejected by name", () => {
  expect(of("{ $id: urn:x, $anchor: a, $schema: s, id: x }")).toEqual(['"$schema": dialects are not supported']);
  expect(of("{ $dynamicAnchor: n, items: { $dynamicAnchor: n }, properties: { child: { $dynamicRef: '#n' } } }")).toEqual([
    '"$dynamicRef": a dynamic reference without exactly one target in its own schema is not supported',
  ]);
  expect(of("{ dependencies: [] }")).toEqual(['"dependencies": dependencies of older JSON Schema are not supported']);
});

test("the keyword itself is marked", () => {
  expect(findings("unsupported-keyword", contract({ schemas: "Pet:\n  type: object\n  dependencies: []" }))).toEqual([
    '[dependencies] error "dependencies": dependencies of older JSON Schema are not supported',
  ]);
});

test("containers, what nothing else evaluates and names of properties are valid", () => {
  expect(of("{ type: array, contains: { type: string }, unevaluatedItems: false }")).toEqual([]);
  expect(of("{ if: { required: [a] }, then: { required: [b] }, unevaluatedProperties: false }")).toEqual([]);
  expect(
    of("{ $defs: { A: {} }, definitions: { B: {} }, unevaluatedProperties: false, properties: { id: {}, $id: {} } }"),
  ).toEqual([]);
});

test("the dialect of every schema may be named", () => {
  expect(of("{ $schema: 'https://json-schema.org/draft/2020-12/schema' }")).toEqual([]);
  expect(of("{ $schema: 'https://spec.openapis.org/oas/3.1/dialect/base' }")).toEqual([]);
  expect(of("{ $schema: 'https://shop.test/draft-07/schema#' }")).toEqual(['"$schema": dialects are not supported']);
});

test("more combined schemas than a validator can track are rejected", () => {
  // Each combines the one before it twice: 253 schemas in the sixth, 1,021 in the eighth.
  const schemas = Array.from(
    { length: 8 },
    (_, index) =>
      `S${index + 1}: { allOf: [{ $ref: "#/components/schemas/S${index}" }, { $ref: "#/components/schemas/S${index}" }] }`,
  );
  const closed = (name: string) => `Pet: { unevaluatedProperties: false, $ref: "#/components/schemas/${name}" }`;
  const messages = (name: string) =>
    diagnosticsOf("unsupported-keyword", contract({ schemas: ["S0: {}", ...schemas, closed(name)].join("\n") })).map(
      ({ message }) => message,
    );
  expect(messages("S6")).toEqual([]);
  expect(messages("S8")).toEqual([
    '"unevaluatedProperties": tracking what more than 500 combined schemas evaluate is not supported',
  ]);
});
