import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const hints = (text: string) => diagnosticsOf("unknown-keyword", text).map(({ message, hint }) => `${message}. ${hint}`);

test("an unknown keyword is ignored, with a warning at its location", () => {
  expect(
    findings("unknown-keyword", contract({ schemas: "Pet: { type: object, properties: { a: { optional: true } } }" })),
  ).toEqual(['[optional] warning unknown keyword "optional" is ignored']);
  expect(hints(contract({ schemas: "Pet: { type: object, optional: true }" }))).toEqual([
    'unknown keyword "optional" is ignored. Remove the keyword, or start its name with x-.',
  ]);
});

test("a mistyped keyword that valid values depend on is an error", () => {
  expect(findings("unknown-keyword", contract({ schemas: "Pet: { type: string, maxLenght: 5 }" }))).toEqual([
    '[maxLenght] error "maxLenght" is probably a mistyped "maxLength"',
  ]);
  expect(hints(contract({ schemas: "Pet: { type: string, maxLenght: 5 }" }))).toEqual([
    '"maxLenght" is probably a mistyped "maxLength". Did you mean "maxLength"?',
  ]);
});

test.each([
  [
    "error",
    ["tpye", "types", "item", "allof", "enums", "ref", "requierd", "propertys", "min_length", "writeonly", "nulable", "nto"],
  ],
  [
    "warning",
    [
      "readonly",
      "name",
      "summary",
      "note",
      "in",
      "iff",
      "max",
      "min",
      "tile",
      "defaults",
      "exampel",
      "additionalProperty",
      "cost",
      "tape",
      "them",
      "allow",
      "forma",
      "matter",
    ],
  ],
])("%s: %s", (severity, keywords) => {
  const schemas = `Pet: { ${keywords.map((keyword) => `${keyword}: 1`).join(", ")} }`;
  const found = diagnosticsOf("unknown-keyword", contract({ schemas }));
  expect(found.map((diagnostic) => diagnostic.severity)).toEqual(keywords.map(() => severity));
});

test("a keyword unlike any known one gets no suggestion, foreign ones get their counterpart", () => {
  const hint = (keyword: string) =>
    diagnosticsOf("unknown-keyword", contract({ schemas: `Pet: { type: object, ${keyword}: 1 }` }))[0]?.hint;
  const none = "Remove the keyword, or start its name with x-.";
  expect(hint("extraProperties")).toBe(none);
  expect(hint("name")).toBe(none);
  expect(hint("maxItem")).toBe('Did you mean "maxItems"?');
  expect(hint("exclusiveMinimun")).toBe('Did you mean "exclusiveMinimum"?');
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
    '"nullable" must be true or false. In OpenAPI 3.1, add "null" to `type`: [string, "null"].',
  ]);
  expect(diagnosticsOf("unknown-keyword", contract({ schemas }))[0]!.severity).toBe("error");
  expect(hints(contract({ schemas: "Pet: { type: string, nullable: true }" }))).toEqual([]);
  expect(hints(contract({ openapi: "3.0.3", schemas: "Pet: { type: string, nullable: true }" }))).toEqual([]);
});

test("known keywords, extensions and names of properties are valid", () => {
  const schemas =
    "Pet: { type: object, title: T, example: {}, examples: [{}], xml: {}, externalDocs: {}, x-anything: 1, properties: { nullable: {} } }";
  expect(hints(contract({ schemas }))).toEqual([]);
});
