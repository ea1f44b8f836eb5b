import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("scope-name", () => {
  it("accepts scope tokens", () => {
    expect(
      findings(
        "scope-name",
        contract({
          actions: `restart: { scopes: ["service:write", "https://example.com/a.read", "a'b\`\${c}"] }`,
          paths: `/a: { get: { security: [{ token: ["service:read"] }] } }`,
        }),
      ),
    ).toEqual([]);
  });

  it("rejects spaces, quotes, backslashes and other scripts, wherever a scope is named", () => {
    expect(
      findings(
        "scope-name",
        contract({
          actions: `restart: { scopes: ["a b"] }`,
          paths: `/a: { get: { security: [{ token: ['a"b'] }] } }`,
          components: `x: 1`,
        }).replace(
          "token: { type: http, scheme: bearer }",
          "token: { type: oauth2, flows: { implicit: { scopes: { 'a\\b': A., größe: B. } } } }",
        ),
      ),
    ).toEqual([
      `['a"b'] error "a\\"b" is not allowed as a scope`,
      '["a b"] error "a b" is not allowed as a scope',
      `['a\\b'] error "a\\\\b" is not allowed as a scope`,
      '[größe] error "größe" is not allowed as a scope',
    ]);
  });
});
