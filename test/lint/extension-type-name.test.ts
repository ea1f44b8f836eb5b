import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("extension-type-name", () => {
  it("accepts lower-case words", () => {
    expect(
      findings(
        "extension-type-name",
        contract({
          operation: `
      x-platform-feature-flags-actions: {}
      x-platform-api_keys2-actions: {}
    `,
        }),
      ),
    ).toEqual([]);
  });

  it("refuses other names", () => {
    expect(
      findings(
        "extension-type-name",
        contract({
          operation: `
      x-platform-__proto__-actions: {}
      x-platform-constructor-actions: {}
      x-platform-Search-actions: {}
      x-platform-a--b-actions: {}
      x-platform--actions: {}
      x-platform-actions: {}
    `,
        }),
      ),
    ).toEqual([
      '[x-platform-__proto__-actions] error "__proto__" is not allowed as a service type',
      '[x-platform-constructor-actions] error "constructor" is not allowed as a service type',
      '[x-platform-Search-actions] error "Search" is not allowed as a service type',
      '[x-platform-a--b-actions] error "a--b" is not allowed as a service type',
      '[x-platform--actions] error "x-platform--actions" names no service type',
      '[x-platform-actions] error "x-platform-actions" names no service type',
    ]);
  });

  it("refuses more than 64 characters", () => {
    const type = "a".repeat(65);
    expect(findings("extension-type-name", contract({ operation: `x-platform-${type}-actions: {}` }))).toEqual([
      `[x-platform-${type}-actions] error "${type}" is not allowed as a service type`,
    ]);
  });
});
