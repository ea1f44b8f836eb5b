import fc from "fast-check";
import { expect, test } from "vitest";
import { createInstanceEvaluator } from "../../../generator/json-schema/interpreter.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { separateVariants } from "../../../generator/model/variants/separate-variants.js";
import { contractOf } from "../../emit/load-emitted.js";

const limits = { steps: 100_000, stepsInAll: Infinity, errors: 1 };
const names = ["a", "b", "secret"];
const components = ["First", "Second", "Third"];

/** Schemas that declare, mark and require a few properties in all ways that apply to one value, `not` and limits left out. */
const { schema } = fc.letrec<{ schema: JsonValue; list: JsonValue[] }>((tie) => ({
  list: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.constantFrom(...components).map((name) => ({ $ref: `#/components/schemas/${name}` })) },
    { weight: 4, arbitrary: keywords({ required: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }) }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom("readOnly", "writeOnly").map((mark) => ({ properties: { secret: { [mark]: true } } })),
    },
    {
      weight: 3,
      arbitrary: keywords({
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2, noNullPrototype: true }),
      }),
    },
    { weight: 4, arbitrary: keywords({ allOf: tie("list") }) },
    { weight: 2, arbitrary: keywords({ anyOf: tie("list"), oneOf: tie("list") }) },
    {
      weight: 1,
      arbitrary: keywords({
        dependentRequired: fc.constant({ a: ["secret"] }),
        dependentSchemas: fc.record({ b: tie("schema") }, { noNullPrototype: true }),
      }),
    },
    { weight: 1, arbitrary: keywords({ if: fc.constant({ required: ["a"] }), then: tie("schema"), else: tie("schema") }) },
  ),
}));

function keywords(arbitraries: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  return fc.record(arbitraries, { noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
}

/** Components refer to those behind them, so that no reference leads back. */
const document = fc.tuple(schema, schema, schema, schema).map(([body, ...list]) => {
  const schemas = Object.fromEntries(
    components.map((name, index) => {
      const text = JSON.stringify(list[index]);
      return [name, JSON.parse(text.replaceAll(/First|Second|Third/g, components[index + 1] ?? "Last")) as JsonValue];
    }),
  );
  const content = { "application/json": { schema: body } };
  return {
    openapi: "3.1.0",
    info: { title: "Marks", version: "1" },
    paths: {
      "/": { post: { operationId: "send", requestBody: { content }, responses: { "200": { description: "Done.", content } } } },
    },
    components: { schemas: { ...schemas, Last: { type: "object" } } },
  };
});

const part = fc.dictionary(fc.constantFrom(...names), fc.constantFrom<JsonValue>(1, {}, { a: 1 }, { secret: 1 }), {
  noNullPrototype: true,
});
const value = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.constant<JsonValue>(1), part), { noNullPrototype: true });

test("the schemas of a separated contract and those read for a direction agree", () => {
  const counts = { yes: 0, no: 0 };
  fc.assert(
    fc.property(document, fc.array(value as fc.Arbitrary<JsonValue>, { minLength: 6, maxLength: 6 }), (text, values) => {
      const contract = contractOf(text);
      const separated = separateVariants(contract);
      const evaluate = createInstanceEvaluator(contract.document, limits);
      const judgeSeparated = createInstanceEvaluator(separated.document, limits);
      const [written, own] = [contract, separated].map(({ operations }) => operations[0]!);
      for (const candidate of values) {
        const request = evaluate(written!.body!.content[0]!.schema!, candidate, "request").isValid;
        expect(judgeSeparated(own!.body!.content[0]!.schema!, candidate).isValid, JSON.stringify(text)).toBe(request);
        const response = evaluate(written!.responses[0]!.content[0]!.schema!, candidate, "response").isValid;
        expect(judgeSeparated(own!.responses[0]!.content[0]!.schema!, candidate).isValid, JSON.stringify(text)).toBe(response);
        counts[request === true ? "yes" : "no"]++;
      }
    }),
    { numRuns: 600, seed: 1 },
  );
  expect(counts.yes).toBeGreaterThan(200);
  expect(counts.no).toBeGreaterThan(200);
});

test("a request is not rejected for what only the service sends", () => {
  const counts = { accepted: 0, incomplete: 0 };
  const secret = { readOnly: true };
  const marks = { properties: { secret, a: { properties: { secret } }, b: { properties: { secret } } } };
  fc.assert(
    fc.property(schema, fc.array(value as fc.Arbitrary<JsonValue>, { minLength: 6, maxLength: 6 }), (body, values) => {
      const evaluate = createInstanceEvaluator({ components: { schemas: { First: {}, Second: {}, Third: {} } } }, limits);
      const whole = JSON.parse(JSON.stringify({ allOf: [body, marks] }).replaceAll("writeOnly", "readOnly")) as JsonValue;
      for (const candidate of values) {
        const complete = JSON.parse(JSON.stringify(candidate), (_, item: JsonValue) =>
          typeof item === "object" && item !== null ? { secret: 1, ...item } : item,
        ) as JsonValue;
        if (evaluate(whole, complete).isValid !== true) continue;
        counts.accepted++;
        if (evaluate(whole, candidate).isValid !== true) counts.incomplete++;
        expect(evaluate(whole, candidate, "request").isValid, JSON.stringify([candidate, whole])).toBe(true);
      }
    }),
    { numRuns: 1_500, seed: 1 },
  );
  // Without these the test would show nothing.
  expect(counts.accepted).toBeGreaterThan(500);
  expect(counts.incomplete).toBeGreaterThan(100);
});
