import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (pieces: Parameters<typeof contract>[0]) => findings("component-name-nonstandard", contract(pieces));

test("names that OpenAPI doesn't allow, in every section", () => {
  expect(of({ schemas: '"IP address": {}', components: "parameters: { größe: { name: a, in: query, schema: {} } }" })).toEqual([
    '[größe] warning "größe" in components/parameters has characters that OpenAPI doesn\'t allow; the name is quoted in code',
    '["IP address"] warning "IP address" in components/schemas has characters that OpenAPI doesn\'t allow; the name is quoted in code',
  ]);
});

test("other names are valid, or reported as an error", () => {
  expect(of({ schemas: 'a.B-c_1: {}\n404: {}\n"{a}": {}', components: 'x-any: { "a b": 1 }' })).toEqual([]);
});
