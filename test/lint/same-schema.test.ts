import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

function isSame(one: string, other: string): boolean {
  const yaml = contract({
    actions: `query: { body: ${one} }`,
    operation: `x-platform-search-actions: { query: { body: ${other} } }`,
    schemas: `Text: { type: string }\nLong: { $ref: "#/components/schemas/Text", maxLength: 5 }`,
  });
  return findings("shared-action-body", yaml).length === 0;
}

const text = '{ $ref: "#/components/schemas/Text" }';

describe("isSameSchema", () => {
  it.each([
    ["{ title: A, description: B }", "{ default: 5, examples: [1], x-note: C }"],
    ["{ properties: {}, required: [] }", "{}"],
    ["{ enum: [a, b], type: [string, 'null'] }", "{ enum: [b, a], type: ['null', string] }"],
    ["{ items: { type: string, title: A } }", `{ items: ${text} }`],
    ["{ items: { $ref: '#/components/schemas/Text', description: A } }", `{ items: ${text} }`],
    ["{ items: { $ref: '#/components/schemas/Long' } }", "{ items: { $ref: '#/components/schemas/Text', maxLength: 5 } }"],
    [`{ allOf: [${text}, { maxLength: 5 }] }`, "{ allOf: [{ type: string }, { maxLength: 5 }] }"],
    [`{ patternProperties: { a: ${text}, b: {} } }`, "{ patternProperties: { b: {}, a: { type: string } } }"],
    ["{ const: { a: [1] } }", "{ const: { a: [1] } }"],
  ])("%s is %s", (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  it.each([
    ["{ minLength: 1 }", "{ minLength: 2 }"],
    ["{ minLength: 1 }", "{ maxLength: 1 }"],
    ["{ x-max-utf8-bytes: 1 }", "{ x-max-utf8-bytes: 2 }"],
    ["{ required: [a] }", "{ required: [a, b] }"],
    ["{ required: [a] }", "{}"],
    ["{ const: [1, 2] }", "{ const: [2, 1] }"],
    ["{ allOf: [{ minLength: 1 }, { maxLength: 5 }] }", "{ allOf: [{ minLength: 1 }] }"],
    ["{ allOf: [{ minLength: 1 }, { maxLength: 5 }] }", "{ allOf: [{ minLength: 1 }, { maxLength: 6 }] }"],
    ["{ prefixItems: [{}, {}] }", "{ prefixItems: [{}, { type: string }] }"],
    ["{ properties: { title: {} } }", "{ properties: { label: {} } }"],
    ["{ properties: { a: {}, b: {} } }", "{ properties: { a: {} } }"],
    ["{ properties: { a: {}, b: {} } }", "{ properties: { a: {}, b: { type: string } } }"],
    ["{ items: { $ref: '#/components/schemas/Text', maxLength: 5 } }", `{ items: ${text} }`],
    ["{ items: { $ref: '#/components/schemas/Long' } }", `{ items: ${text} }`],
    ["{ items: true }", "{ items: false }"],
    ["{ items: true }", "{ items: { type: string } }"],
  ])("%s is not %s", (one, other) => {
    expect(isSame(one, other)).toBe(false);
    expect(isSame(other, one)).toBe(false);
  });
});
