import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const hints = (text: string) => diagnosticsOf("unknown-keyword", text).map(({ message, hint }) => `${message}. ${hint}`);

test("a mistyped keyword is refused where it stands", () => {
  expect(findings("unknown-keyword", contract({ schemas: "Pet: { type: string, maxLenght: 5 }" }))).toEqual([
    '[maxLenght] error "maxLenght" is not a keyword of schemas',
  ]);
  expect(hints(contract({ schemas: "Pet: { type: string, maxLenght: 5 }" }))).toEqual([
    '"maxLenght" is not a keyword of schemas. Did you mean "maxLength"?',
  ]);
  expect(hints(contract({ schemas: "Pet: { type: object, properties: { a: { optional: true } } }" }))).toEqual([
    '"optional" is not a keyword of schemas. Remove it, or start its name with x-.',
  ]);
});

test("a keyword that is nothing like a known one gets no suggestion, foreign ones get their counterpart", () => {
  const hint = (keyword: string) =>
    hints(contract({ schemas: `Pet: { type: object, ${keyword}: 1 }` }))[0]?.split("schemas. ")[1];
  const none = "Remove it, or start its name with x-.";
  expect(hint("extraProperties")).toBe(none);
  expect(hint("name")).toBe(none);
  expect(hint("additionalProperty")).toBe('Did you mean "additionalProperties"?');
  expect(hint("min")).toBe('Did you mean "minimum"?');
  expect(hint("max")).toBe('Did you mean "maximum"?');
  expect(hint("readonly")).toBe('Did you mean "readOnly"?');
});

test("a reference may have a summary", () => {
  const schemas = 'Pet: { type: object }\nCat: { $ref: "#/components/schemas/Pet", summary: A cat., description: It purrs. }';
  expect(hints(contract({ schemas }))).toEqual([]);
  expect(hints(contract({ schemas: "Pet: { type: object, summary: A pet. }" }))).toHaveLength(1);
});

test("nullable is a boolean", () => {
  const schemas = 'Pet: { type: string, nullable: "yes" }';
  expect(hints(contract({ schemas }))).toEqual([
    '"nullable" is not a keyword of schemas. OpenAPI 3.1 has no nullable. Add "null" to `type`: [string, "null"].',
  ]);
  expect(hints(contract({ schemas: "Pet: { type: string, nullable: true }" }))).toEqual([]);
  expect(hints(contract({ openapi: "3.0.3", schemas: "Pet: { type: string, nullable: true }" }))).toEqual([]);
});

test("known keywords, extensions and names of properties are fine", () => {
  const schemas =
    "Pet: { type: object, title: T, example: {}, examples: [{}], xml: {}, externalDocs: {}, x-anything: 1, properties: { nullable: {} } }";
  expect(hints(contract({ schemas }))).toEqual([]);
});
