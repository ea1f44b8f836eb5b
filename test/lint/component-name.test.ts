import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("component-name", () => {
  it("accepts letters, digits, dots, - and _", () => {
    expect(findings("component-name", contract({ schemas: "a.B-c_1: {}\n404: {}\nCON: {}" }))).toEqual([]);
  });

  it("refuses other names in every section", () => {
    expect(
      findings(
        "component-name",
        contract({
          schemas: `Größe: {}\nconstructor: {}\n${"a".repeat(201)}: {}`,
          components: `parameters: { "x'y": { name: a, in: query, schema: {} } }
x-any: { "a b": 1 }`,
        }),
      ),
    ).toEqual([
      `["x'y"] error "x'y" is not allowed as a name in components/parameters`,
      '[Größe] error "Größe" is not allowed as a name in components/schemas',
      '[constructor] error "constructor" is not allowed as a name in components/schemas',
      `[${"a".repeat(201)}] error "${"a".repeat(77)}..." is not allowed as a name in components/schemas`,
    ]);
  });
});
