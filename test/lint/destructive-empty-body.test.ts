import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("destructive-empty-body", () => {
  const verdict = (body: string, schemas = "") =>
    findings("destructive-empty-body", contract({ actions: `drop: { destructive: true, ${body} }`, schemas }));
  const finding = ['[drop] error the destructive action "drop" accepts {} as its body'];

  it("rejects bodies that accept {}", () => {
    expect(verdict("")).toEqual(finding);
    expect(verdict("body: true")).toEqual(finding);
    expect(verdict("body: { type: object, properties: { name: { type: string } } }")).toEqual(finding);
    expect(verdict("body: { allOf: [{ type: object }, { required: [] }] }")).toEqual(finding);
    expect(verdict("body: { anyOf: [{ required: [name] }, { type: [object, 'null'] }] }")).toEqual(finding);
    expect(verdict("body: { $ref: '#/components/schemas/Open' }", "Open: { type: object }")).toEqual(finding);
    expect(verdict("body: { enum: [{ name: all }, {}] }")).toEqual(finding);
    expect(verdict("body: { if: { required: [name] }, then: { required: [id] } }")).toEqual(finding);
  });

  it("accepts bodies for which {} is invalid", () => {
    expect(verdict("body: { type: object, required: [name] }")).toEqual([]);
    expect(verdict("body: { type: object, minProperties: 1 }")).toEqual([]);
    expect(verdict("body: { type: [string, 'null'] }")).toEqual([]);
    expect(
      verdict(
        "body: { $ref: '#/components/schemas/Named' }",
        "Named: { $ref: '#/components/schemas/Any', required: [name] }\nAny: {}",
      ),
    ).toEqual([]);
    expect(
      verdict("body: { allOf: [{ type: object }, { $ref: '#/components/schemas/Named' }] }", "Named: { required: [name] }"),
    ).toEqual([]);
    expect(verdict("body: { type: object, anyOf: [{ required: [name] }, { required: [id] }] }")).toEqual([]);
    expect(verdict("body: { oneOf: [{ type: object }, { minProperties: 0 }] }")).toEqual([]);
    expect(verdict("body: { not: { maxProperties: 0, type: object } }")).toEqual([]);
    expect(verdict("body: { enum: [{ name: all }] }")).toEqual([]);
    expect(verdict("body: { if: { type: object }, then: { required: [id] } }")).toEqual([]);
  });

  it("follows as many references as the loader allows", () => {
    const chain = Array.from(
      { length: 240 },
      (_, index) => `S${index}: { allOf: [{ $ref: "#/components/schemas/S${index + 1}" }] }`,
    );
    expect(verdict("body: { $ref: '#/components/schemas/S0' }", [...chain, "S240: { type: object }"].join("\n"))).toEqual(
      finding,
    );
  });

  it("ignores other actions", () => {
    expect(findings("destructive-empty-body", contract({ actions: "list: { destructive: false }\nread: {}" }))).toEqual([]);
  });
});
