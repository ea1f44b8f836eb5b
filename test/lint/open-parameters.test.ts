import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("open-parameters", () => {
  const labels = "additionalProperties: { type: string }";
  const found = (...parameters: string[]) =>
    findings("open-parameters", contract({ paths: `/a: { get: { operationId: a, parameters: [${parameters.join(", ")}] } }` }));
  const open = (name: string, more = "in: query", keys = labels) =>
    `{ name: ${name}, ${more}, schema: { type: object, ${keys} } }`;

  it("rejects two exploded objects with open keys in one location", () => {
    const message =
      '[name] error GET /a has two objects with open keys, "f" and "g": each would receive all undeclared names'.replace(
        "[name]",
        "[f]",
      );
    expect(found(open("f"), open("g")).map((text) => text.replace(/^\[\w+\]/, "[f]"))).toEqual([message]);
    expect(found(open("f", "in: cookie"), open("g", "in: cookie", "patternProperties: { '^x': {} }"))).toHaveLength(1);
    expect(found(open("f", "in: query", "additionalProperties: true"), open("g"))).toHaveLength(1);
  });

  it("accepts one, others in other locations or forms, and objects that are open by default", () => {
    expect(found(open("f"), open("g", "in: cookie"))).toEqual([]);
    expect(found(open("f"), open("g", "in: query, style: deepObject"), open("h", "in: query, explode: false"))).toEqual([]);
    expect(found(open("f"), open("g", "in: query", "properties: { a: { type: string } }"))).toEqual([]);
    expect(found(open("f"), open("g", "in: query", "additionalProperties: false"))).toEqual([]);
  });
});
