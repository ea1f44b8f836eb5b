import { expect, test } from "vitest";
import { lowerSecurity } from "../../../generator/tools/expand/lower-operation.js";
import { contractWith, expandValue, operationOf } from "./expand-contract.js";

const schemes = {
  login: { type: "oauth2", flows: {} },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://login.shop.test" },
  token: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "basic" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
};

test("an action's scopes are added to those of the endpoint, each once", () => {
  expect(lowerSecurity([{ login: ["base", "write"] }], ["write", "admin"], schemes)).toEqual([
    { login: ["base", "write", "admin"] },
  ]);
});

test("each alternative needs them", () => {
  expect(lowerSecurity([{ login: [] }, { key: [] }], ["write"], schemes)).toEqual([{ login: ["write"] }, { key: ["write"] }]);
});

test("of schemes that are needed together, OAuth's carry them, else bearer tokens, else all", () => {
  const together = (...names: string[]) => [Object.fromEntries(names.map((name) => [name, []]))];
  expect(lowerSecurity(together("basic", "key", "login", "oidc", "token"), ["write"], schemes)).toEqual([
    { basic: [], key: [], login: ["write"], oidc: ["write"], token: [] },
  ]);
  expect(lowerSecurity(together("basic", "key", "token"), ["write"], schemes)).toEqual([
    { basic: [], key: [], token: ["write"] },
  ]);
  expect(lowerSecurity(together("basic", "key"), ["write"], schemes)).toEqual([{ basic: ["write"], key: ["write"] }]);
});

test("a caller that nobody knows has no scope", () => {
  expect(lowerSecurity([{}, { token: [] }], ["write"], schemes)).toEqual([{ token: ["write"] }]);
  expect(lowerSecurity([{}, { token: [] }], [], schemes)).toEqual([{}, { token: [] }]);
});

test("where the endpoint asks for nothing, nothing can be said", () => {
  expect(lowerSecurity([], ["write"], schemes)).toEqual([]);
  expect(lowerSecurity([{}], ["write"], schemes)).toEqual([{}]);
});

test("an operation has a list of its own only where the document's doesn't hold", () => {
  const components = { securitySchemes: schemes };
  const securityOf = (action: object, endpoint: object, root: object) =>
    operationOf(expandValue(contractWith({ stop: action }, { endpoint, root, components })), "stop")["security"];
  const root = { security: [{ login: ["base"] }] };
  expect(securityOf({}, {}, root)).toBeUndefined();
  expect(securityOf({ scopes: ["write"] }, {}, root)).toEqual([{ login: ["base", "write"] }]);
  expect(securityOf({}, { security: [{ key: [] }] }, root)).toEqual([{ key: [] }]);
  expect(securityOf({ scopes: ["write"] }, { security: [] }, root)).toEqual([]);
  expect(securityOf({ scopes: ["write"] }, {}, {})).toBeUndefined();
});
