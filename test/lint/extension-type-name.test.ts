import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("extension-type-name", () => {
  it("accepts words, in camel case too", () => {
    expect(
      findings(
        "extension-type-name",
        contract({
          operation: `
      x-platform-feature-flags-actions: {}
      x-platform-api_keys2-actions: {}
      x-platform-shareGroups-actions: {}
      x-platform-os-hostGroups2-actions: {}
    `,
        }),
      ),
    ).toEqual([]);
  });

  it("rejects other names", () => {
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

  it("suggests one if there is only one kind", () => {
    const yaml = contract({ operation: "x-platform-actions: {}" });
    expect(diagnosticsOf("extension-type-name", yaml)[0]!.hint).toBe(
      "Write x-platform-service-actions instead of x-platform-actions: services of one kind need a name too, which the API itself need not use.",
    );
    const doors = yaml.replace("/services/{service_id}", "/Doors/{door}/locks/{service_id}");
    expect(diagnosticsOf("extension-type-name", doors)[0]!.hint).toContain("Write x-platform-lock-actions instead");
  });

  it("rejects more than 64 characters", () => {
    const type = "a".repeat(65);
    expect(findings("extension-type-name", contract({ operation: `x-platform-${type}-actions: {}` }))).toEqual([
      `[x-platform-${type}-actions] error "${type}" is not allowed as a service type`,
    ]);
  });
});
