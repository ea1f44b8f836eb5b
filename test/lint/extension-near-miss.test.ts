import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings, type Pieces } from "./lint-text.js";

describe("extension-near-miss", () => {
  const finding = (key: string) => [`[${key}] error the key "${key}" is ignored: it only looks like the one for actions`];
  const hintFor = (pieces: Pieces) => diagnosticsOf("extension-near-miss", contract(pieces))[0]?.hint;

  it.each([
    ["x-plaform-postgres-actions", "x-platform-postgres-actions"],
    ["x-platform-postgres-action", "x-platform-postgres-actions"],
    ["x-platform_postgres_actions", "x-platform-postgres-actions"],
    ["X-Platform-postgres-actions", "x-platform-postgres-actions"],
    ["x-postgres-platform-actions", undefined],
    ["x-platfrom-search-actions", "x-platform-search-actions"],
    ["x-platform-search-engine-actoins", "x-platform-search-engine-actions"],
  ])("%s", (key, meant) => {
    expect(hintFor({ operation: `${key}: {}` })).toBe(meant && `Write "${meant}".`);
    expect(findings("extension-near-miss", contract({ root: `${key}: {}` }))).toEqual(meant ? finding(key) : []);
  });

  it("leaves other extensions alone", () => {
    const keys = [
      "x-actions",
      "x-github-actions",
      "x-platform-lifecycle",
      "x-platform-reveal",
      "x-amazon-apigateway-integration",
      "x-platform",
    ];
    const root = keys.map((key) => `${key}: {}`).join("\n");
    expect(findings("extension-near-miss", contract({ root, operation: root }))).toEqual([]);
  });
});
