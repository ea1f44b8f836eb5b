import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (actions: string) => findings("scopes-missing", contract({ actions }));

test("an action without scopes next to one with scopes", () => {
  expect(of("restart: { scopes: [write] }\nstop: {}\nstart: { scopes: [write] }")).toEqual([
    '[stop] warning the action "stop" requires no scope, but others of the type "postgres" do',
  ]);
});

test("malformed scopes are not a reason to require others", () => {
  expect(of("restart: { scopes: write }\nstop: {}\nstart: {}")).toEqual([]);
});

test("all or none", () => {
  expect(of("restart: { scopes: [write] }\nstop: { scopes: [write] }")).toEqual([]);
  expect(of("restart: {}\nstop: {}")).toEqual([]);
});

test.each([
  ["a scope", "[{ token: [call] }]", 0],
  ["a scope in each alternative", "[{ token: [call] }, { token: [admin] }]", 0],
  ["an alternative without one", "[{ token: [call] }, { token: [] }]", 1],
  ["nothing", "[]", 1],
])("an endpoint that requires %s", (_, security, count) => {
  const actions = "restart: { scopes: [write] }\nstop: {}";
  expect(findings("scopes-missing", contract({ actions, operation: `security: ${security}` }))).toHaveLength(count);
});

test("a document that requires a scope", () => {
  const text = contract({ actions: "restart: { scopes: [write] }\nstop: {}" }).replace("{ token: [] }", "{ token: [call] }");
  expect(findings("scopes-missing", text)).toEqual([]);
});
