import { expect, test } from "vitest";
import { effectiveScopes } from "../../generator/model/effective-scopes.js";

const scopes = (security: Record<string, string[]>[], ofAction: string[]) => effectiveScopes({ security }, { scopes: ofAction });

test("scopes of the endpoint and of the action, each once", () => {
  expect(scopes([{ oauth: ["call"], key: [] }], ["write", "call"])).toEqual([["call", "write"]]);
  expect(scopes([], ["write"])).toEqual([["write"]]);
  expect(scopes([], [])).toEqual([[]]);
});

test("alternatives, without those that ask for more than another one", () => {
  expect(scopes([{ oauth: ["a"] }, { other: ["b"] }], ["write"])).toEqual([
    ["a", "write"],
    ["b", "write"],
  ]);
  expect(scopes([{ oauth: ["a"] }, { other: ["a", "b"] }, { third: ["a"] }], [])).toEqual([["a"]]);
  expect(scopes([{ oauth: ["a"] }, {}], ["write"])).toEqual([["write"]]);
});
