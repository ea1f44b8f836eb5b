import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (body: string) => findings("body-loose", contract({ actions: `restart: { body: ${body} }` }));

test.each([
  ["{ properties: { a: {} } }", "may be something other than an object"],
  ["{ type: [object, 'null'], required: [a] }", "may be something other than an object"],
  ["{ allOf: [{ properties: { a: {} } }, { required: [a] }] }", "may be something other than an object"],
  ["{ type: array, items: { type: string } }", "is a list, not an object"],
  ["{ type: string }", "is a single value, not an object"],
  ["{ type: [integer, 'null'] }", "is a single value, not an object"],
  ["{ const: 5 }", "is a single value, not an object"],
  ["{ oneOf: [{ type: string }, { type: boolean }] }", "is a single value, not an object"],
  ["{ allOf: [{ type: object }, { type: array }] }", "can never be valid: its parts require different types"],
])("%s %s", (body, problem) => {
  expect(of(body)).toEqual([`[${body}] warning the body of "restart" ${problem}`]);
});

test.each(["{ type: object }", "{}"])("%s is ignored by this rule", (body) => {
  expect(of(body)).toEqual([]);
});
