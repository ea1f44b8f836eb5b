import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (content: string, openapi: string) =>
  findings(
    "item-schema-version",
    contract({ openapi, paths: `/orders: { get: { responses: { "200": { description: Orders., content: { ${content} } } } } }` }),
  );

test("item schemas of sequences are read in earlier versions, others are ignored", () => {
  expect(of("application/jsonl: { itemSchema: {} }, application/xml: { itemSchema: {} }", "3.1.0")).toEqual([
    '[itemSchema] warning "itemSchema" is not a field of OpenAPI 3.1; it is read as in OpenAPI 3.2',
    '[itemSchema] warning "itemSchema" is not a field of OpenAPI 3.1; it is ignored here',
  ]);
});

test("they are fields of OpenAPI 3.2", () => {
  expect(of("application/jsonl: { itemSchema: {} }", "3.2.0")).toEqual([]);
});
