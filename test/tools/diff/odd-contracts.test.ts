import { expect, test } from "vitest";
import { changes, done, get, put } from "./small-contracts.js";

/** Contracts that compile with a warning, and an equivalent without it. */
const pairs = {
  "null allowed by nullable": [put("{ type: string, nullable: true }"), put('{ type: [string, "null"] }')],
  "a boolean as a bound": [
    put("{ type: number, minimum: 1, exclusiveMinimum: true }"),
    put("{ type: number, exclusiveMinimum: 1 }"),
  ],
  "values of enum that can't be": [put("{ type: string, enum: [a, b, a, 3] }"), put("{ type: string, enum: [a, b] }")],
  "keywords that are ignored": [
    put('{ type: array, items: { type: string }, additionalItems: false, $id: "https://a.test", readonly: true }'),
    put("{ type: array, items: { type: string } }"),
  ],
  "a schema that is null": [put("{ type: object, properties: { a: null } }"), put("{ type: object, properties: { a: {} } }")],
  "a header that is no parameter": [
    get(`parameters: [{ name: Accept, in: header, schema: { type: string } }], responses: { ${done} }`),
    get(`responses: { ${done} }`),
  ],
  "a dynamic reference": [
    put("{ $dynamicAnchor: t, type: object, properties: { t: { $dynamicRef: '#t' } } }"),
    put(
      "{ $ref: '#/components/schemas/t' }",
      "components: { schemas: { t: { type: object, properties: { t: { $ref: '#/components/schemas/t' } } } } }",
    ),
  ],
  "parameters of a path": [
    "paths: { '/a/<id>/{undeclared}': { get: { operationId: a, parameters: [{ name: id, in: path, schema: null }, { name: gone, in: path, required: true, schema: {} }], responses: {} } } }",
    "paths: { '/a/{id}/{undeclared}': { get: { operationId: a, parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: undeclared, in: path, required: true, schema: { type: string } }], responses: {} } } }",
  ],
} satisfies Record<string, readonly [string, string]>;

test.each(Object.entries(pairs))("%s: diff reads the repaired document", (_, [odd, usual]) => {
  expect(changes(odd, usual)).toEqual([]);
  expect(changes(usual, odd)).toEqual([]);
});
