import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("shared-action-body", () => {
  const both = (postgres: string, search: string, schemas = "") =>
    contract({ actions: `query: { ${postgres} }`, operation: `x-platform-search-actions: { query: { ${search} } }`, schemas });

  it("warns if two types disagree", () => {
    const yaml = both("body: { type: object, required: [sql] }", "body: { type: object, required: [text] }");
    expect(findings("shared-action-body", yaml)).toEqual([
      '[query] warning the action "query" has a different body for "search" than for "postgres"',
    ]);
    expect(diagnosticsOf("shared-action-body", yaml)[0]?.related).toMatchObject([
      { message: "the other action", location: { lineText: "        query: { body: { type: object, required: [sql] } }" } },
    ]);
  });

  it("follows references and ignores annotations and order", () => {
    const schemas = `
      Query: { type: object, required: [b, a], properties: { title: { $ref: "#/components/schemas/Text" } }, description: One. }
      Text: { type: string, title: Text }
    `;
    const inline = "body: { type: object, required: [a, b], properties: { title: { type: string, examples: [x] } } }";
    expect(findings("shared-action-body", both('body: { $ref: "#/components/schemas/Query" }', inline, schemas))).toEqual([]);
  });

  it("treats names of properties as names", () => {
    const one = "body: { type: object, properties: { title: { type: string } } }";
    const other = "body: { type: object, properties: { title: { type: integer } } }";
    expect(findings("shared-action-body", both(one, other))).toHaveLength(1);
  });

  it("compares recursive schemas", () => {
    const schemas = `
      One: { type: object, properties: { next: { $ref: "#/components/schemas/One" } } }
      Other: { type: object, properties: { next: { $ref: "#/components/schemas/Other" } } }
      Third: { type: object, properties: { next: { type: object, properties: { next: { type: string } } } } }
    `;
    const body = (name: string) => `body: { $ref: "#/components/schemas/${name}" }`;
    expect(findings("shared-action-body", both(body("One"), body("Other"), schemas))).toEqual([]);
    expect(findings("shared-action-body", both(body("One"), body("Third"), schemas))).toHaveLength(1);
  });

  it("treats an omitted body as the empty one", () => {
    expect(
      findings("shared-action-body", both("", "body: { type: object, additionalProperties: false, properties: {} }")),
    ).toEqual([]);
    expect(findings("shared-action-body", both("", "body: { type: object, additionalProperties: true }"))).toHaveLength(1);
  });

  it("accepts an explicitly intended difference", () => {
    const one = "x-distinct-body: true, body: { type: object, required: [sql] }";
    expect(findings("shared-action-body", both(one, ""))).toEqual([]);
    expect(findings("shared-action-body", both("", one))).toEqual([]);
  });
});
