import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (actions: string) => findings("scopes-missing", contract({ actions }));

test("an action without scopes beside one that has some", () => {
  expect(of("restart: { scopes: [write] }\nstop: {}\nstart: { scopes: [write] }")).toEqual([
    '[stop] warning the action "stop" requires no scope, but others of the type "postgres" do',
  ]);
});

test("scopes that are malformed are no reason to ask for others", () => {
  expect(of("restart: { scopes: write }\nstop: {}\nstart: {}")).toEqual([]);
});

test("all or none", () => {
  expect(of("restart: { scopes: [write] }\nstop: { scopes: [write] }")).toEqual([]);
  expect(of("restart: {}\nstop: {}")).toEqual([]);
});
