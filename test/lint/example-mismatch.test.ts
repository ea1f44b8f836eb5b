import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings, type Pieces } from "./lint-text.js";

const of = (pieces: Pieces) => findings("example-mismatch", contract(pieces));

const pets = (request: string, response = "{}") => `/pets:
  post:
    operationId: addPet
    requestBody: { content: { application/json: ${request} } }
    responses: { "200": { description: Done., content: { application/json: ${response} } } }`;

test("examples of media types are checked, including named and shared ones", () => {
  const schemas = "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
  expect(
    of({
      schemas,
      paths: pets(
        '{ schema: { $ref: "#/components/schemas/Pet" }, examples: { good: { value: { name: a } }, bad: { value: { name: [1] } }, far: { externalValue: "https://a.test/" }, shared: { $ref: "#/components/examples/Shared" } } }',
        '{ schema: { $ref: "#/components/schemas/Pet" }, example: { nam: a } }',
      ),
      components: "examples: { Shared: { value: {} } }",
    }),
  ).toEqual([
    '[[1]] warning "/name" of the example "bad" is invalid: must be string',
    '[{ nam: a }] warning the example is invalid: the property "name" is missing',
    '[{}] warning the example "shared" is invalid: the property "name" is missing',
  ]);
});

test("an example that is used in several locations is reported once", () => {
  const shared = '{ schema: { type: object }, examples: { one: { $ref: "#/components/examples/Shared" } } }';
  expect(of({ paths: pets(shared, shared), components: "examples: { Shared: { value: 1 } }" })).toEqual([
    '[1] warning the example "one" is invalid: must be object',
  ]);
});

test("examples of parameters and headers are checked", () => {
  const components = `parameters:
  Page: { name: page, in: query, schema: { type: integer }, example: one }
  Filter: { name: filter, in: query, content: { application/json: { schema: { type: object }, examples: { list: { value: [] } } } } }
  Sort: { name: sort, in: query, examples: { up: { value: 5 } }, content: { application/json: { schema: { type: object } } } }
headers:
  Count: { schema: { type: integer }, examples: { many: { value: 1.5 } } }`;
  expect(of({ components })).toEqual([
    "[one] warning the example is invalid: must be integer",
    '[[]] warning the example "list" is invalid: must be object',
    '[5] warning the example "up" is invalid: must be object',
    '[1.5] warning the example "many" is invalid: must be integer',
  ]);
});

test("a schema's own examples are checked, inside actions too", () => {
  expect(
    of({
      schemas: "Pet: { type: object, properties: { age: { type: integer, example: old, examples: [1, young] } } }",
      actions: "restart: { body: { type: object, properties: { mode: { enum: [soft, hard], examples: [softt] } } } }",
    }),
  ).toEqual([
    '[softt] warning the example is invalid: must be one of "soft", "hard"',
    "[old] warning the example is invalid: must be integer",
    "[young] warning the example is invalid: must be integer",
  ]);
});

test("so are those of OpenAPI 3.0", () => {
  expect(
    of({
      openapi: "3.0.3",
      schemas:
        "Pet: { type: object, nullable: true, example: { age: old }, properties: { age: { type: integer, nullable: true, example: null } } }",
    }),
  ).toEqual(['[old] warning "/age" of the example is invalid: must be integer or null']);
});

test("the violated rule and a suggestion are reported", () => {
  const [diagnostic] = diagnosticsOf(
    "example-mismatch",
    contract({ schemas: "Mode: { enum: [soft, hard], examples: [softt] }" }),
  );
  expect(diagnostic!.hint).toBe('Did you mean "soft"?');
  expect(
    diagnostic!.related.map(
      ({ message, location }) => `${message} ${location.lineText?.slice(location.column - 1, location.endColumn! - 1)}`,
    ),
  ).toEqual(["the violated rule [soft, hard]"]);
});

test("requests need no property that only responses have, and vice versa", () => {
  const schemas = "Pet: { type: object, required: [id, pin], properties: { id: { readOnly: true }, pin: { writeOnly: true } } }";
  const media = (example: string) => `{ schema: { $ref: "#/components/schemas/Pet" }, example: ${example} }`;
  expect(of({ schemas, paths: pets(media("{ pin: 1 }"), media("{ id: 1 }")) })).toEqual([]);
  expect(of({ schemas, paths: pets(media("{ id: 1 }"), media("{ pin: 1 }")) })).toEqual([
    '[{ id: 1 }] warning the example is invalid: the property "pin" is missing',
    '[{ pin: 1 }] warning the example is invalid: the property "id" is missing',
    '[1] warning "/pin" of the example is invalid: must be omitted',
  ]);
});

test("a webhook has the directions reversed, and an operation that reveals secrets returns them", () => {
  const schemas = "Pet: { type: object, required: [id, pin], properties: { id: { readOnly: true }, pin: { writeOnly: true } } }";
  const media = (example: string) =>
    `{ application/json: { schema: { $ref: "#/components/schemas/Pet" }, example: ${example} } }`;
  const webhook = (body: string, answer: string) =>
    `webhooks: { pet: { post: { requestBody: { content: ${media(body)} }, responses: { "200": { description: Done., content: ${media(answer)} } } } } }`;
  expect(of({ schemas, root: webhook("{ id: 1 }", "{ pin: 1 }") })).toEqual([]);
  expect(of({ schemas, root: webhook("{ pin: 1 }", "{ id: 1 }") })).toHaveLength(3);
  const reveal = (example: string) =>
    `/pets: { get: { x-platform-reveal: true, responses: { "200": { description: Done., content: ${media(example)} } } } }`;
  expect(of({ schemas, paths: reveal("{ id: 1, pin: 1 }") })).toEqual([]);
  expect(of({ schemas, paths: reveal("{ id: 1 }") })).toHaveLength(1);
});

test("serialized documents in other media types are ignored", () => {
  const content = (example: string) =>
    `/pets: { get: { responses: { "200": { description: Done., content: { application/xml: { schema: { type: object }, example: ${example} } } } } } }`;
  expect(of({ paths: content('"<pet/>"') })).toEqual([]);
  expect(of({ paths: content("[1]") })).toEqual(["[[1]] warning the example is invalid: must be object"]);
});
