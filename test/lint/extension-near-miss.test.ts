import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings, type Pieces } from "./lint-text.js";

describe("extension-near-miss", () => {
  const finding = (key: string) => [`[${key}] error the key "${key}" is ignored: it resembles the one for actions`];
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

  it("ignores other extensions", () => {
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

  it("names the setting for actions with another prefix", () => {
    const key = "x-acme-vm-actions";
    const operation = `${key}: { start: { summary: Start. } }`;
    expect(findings("extension-near-miss", contract({ operation }))).toEqual(finding(key));
    expect(hintFor({ operation })).toBe('Write "x-platform-vm-actions", or set extensionPrefix to "acme" in the config.');
    expect(hintFor({ operation: `${key}: {}` })).toBeUndefined();
    expect(hintFor({ root: operation })).toBeUndefined();
    const alone = contract().replace(/ +x-platform-postgres-actions:\n.*\n/, "");
    expect(findings("extension-near-miss", `${alone}${operation}\n`)).toEqual(finding(key));
    expect(
      hintFor({ paths: `/x: { get: { operationId: x, ${operation}, responses: { "204": { description: Done. } } } }` }),
    ).toBeUndefined();
  });

  it("names the key of actions whose last hyphen is missing", () => {
    const operation = "x-platform-vmactions: { start: { summary: Start. } }";
    expect(hintFor({ operation })).toBe('Write "x-platform-vm-actions".');
    expect(hintFor({ operation: "x-platform-transactions: [1]" })).toBeUndefined();
  });

  it("names the key of actions without a prefix", () => {
    const operation = "x-lamp-actions: { dim: { summary: Dim. } }";
    expect(findings("extension-near-miss", contract({ operation }))).toEqual(finding("x-lamp-actions"));
    expect(hintFor({ operation })).toBe('Write "x-platform-lamp-actions".');
    expect(hintFor({ operation: "x-lamp-actions: [dim]" })).toBeUndefined();
    expect(hintFor({ operation: "x-platform-actions: { dim: { summary: Dim. } }" })).toBeUndefined();
  });

  it.each([
    ["x-platfrom-action-binding", "x-platform-action-binding", ""],
    ["x-platform-action-bindings", "x-platform-action-binding", ""],
    ["x-platform-error-bindings", "x-platform-error-binding", ""],
    ["x-platform-binding", "x-platform-action-binding", ""],
    ["x-platform_error_binding", "x-platform-error-binding", ""],
    ["x-acme-action-binding", "x-platform-action-binding", ', or set extensionPrefix to "acme" in the config'],
    ["x-acme-error-binding", "x-platform-error-binding", ', or set extensionPrefix to "acme" in the config'],
  ])("recognizes bindings: %s", (key, meant, setting) => {
    const told = [`[${key}] error the key "${key}" is ignored: it resembles the one for bindings`];
    expect(hintFor({ operation: `${key}: {}` })).toBe(`Write "${meant}"${setting}.`);
    expect(findings("extension-near-miss", contract({ root: `${key}: {}` }))).toEqual(told);
    const onResponse = contract().replace("{ description: Failed.,", `{ ${key}: {}, description: Failed.,`);
    expect(findings("extension-near-miss", onResponse)).toEqual(told);
  });

  it("ignores valid bindings", () => {
    const operation = "x-platform-action-binding: {}\nx-platform-error-binding: {}";
    expect(findings("extension-near-miss", contract({ operation, root: operation }))).toEqual([]);
  });
});
