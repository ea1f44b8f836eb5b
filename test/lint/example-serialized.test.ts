import { expect, test } from "vitest";
import { contract, findings, type Pieces } from "./lint-text.js";

const of = (pieces: Pieces) => findings("example-serialized", contract(pieces).replace("3.1.0", "3.2.0"));

const parameters = (...all: readonly string[]) => ({ components: `parameters:\n${all.map((one) => `  ${one}\n`).join("")}` });

const color = "schema: { type: object, properties: { R: { type: integer } } }";

test("the serialized form of an example must be readable and say what its data says", () => {
  expect(
    of(
      parameters(
        `Good: { name: c, in: query, ${color}, examples: { a: { dataValue: { R: 1 }, serializedValue: "R=1" } } }`,
        `Other: { name: c, in: query, ${color}, examples: { b: { dataValue: { R: 1 }, serializedValue: "R=2" } } }`,
        `Odd: { name: c, in: path, required: true, ${color}, examples: { c: { serializedValue: "R" } } }`,
        `Json: { name: c, in: query, content: { application/json: { ${color}, examples: { d: { serializedValue: "{" } } } } }`,
        `Xml: { name: c, in: query, content: { application/xml: { schema: { type: string }, examples: { e: { serializedValue: "<" } } } } }`,
      ),
    ),
  ).toEqual([
    '["R=2"] warning the serialized form of the example "b" says something else than its data',
    '["R"] warning the serialized form of the example "c" has a property without a value',
    '["{"] warning the serialized form of the example "d" is not acceptable JSON',
  ]);
});

test("a shared example is reported once, at its text", () => {
  const media = '{ schema: { type: object }, examples: { one: { $ref: "#/components/examples/Shared" } } }';
  const paths = `/pets:
  post:
    operationId: addPet
    requestBody: { content: { application/json: ${media} } }
    responses: { "200": { description: Done., content: { application/json: ${media} } } }`;
  expect(of({ paths, components: "examples: { Shared: { serializedValue: nothing } }" })).toEqual([
    '[nothing] warning the serialized form of the example "one" is not acceptable JSON',
  ]);
});
