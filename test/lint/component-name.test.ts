import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("component-name", () => {
  it("accepts letters, digits, dots, - and _", () => {
    expect(findings("component-name", contract({ schemas: "a.B-c_1: {}\n404: {}\nCON: {}" }))).toEqual([]);
  });

  it("accepts letters of all scripts, and generators' notation of type parameters", () => {
    const schemas = ["Größe", "IP address", "List<Pet>", "Issue`1[System.Boolean]", "a/b", "Page«Pet»"];
    const yaml = contract({ schemas: schemas.map((name) => `"${name}": {}`).join("\n") });
    expect(findings("component-name", yaml)).toEqual([]);
    expect(findings("component-name-nonstandard", yaml)).toHaveLength(schemas.length);
  });

  it("rejects the later of two names that are the same in Unicode", () => {
    const [one, other] = ["Caf\u00e9", "Cafe\u0301"];
    expect(findings("component-name", contract({ schemas: `${one}: {}\n${other}: {}` }))).toEqual([
      `[${other}] error "${other}" is the same text as another name in components/schemas`,
    ]);
  });

  it("rejects other names in every section", () => {
    expect(
      findings(
        "component-name",
        contract({
          schemas: `"a\\"b": {}\n"{a}": {}\n"a\\tb": {}\n"": {}\nconstructor: {}\n${"a".repeat(201)}: {}`,
          components: `parameters: { "x'y": { name: a, in: query, schema: {} } }
x-any: { "a b": 1 }`,
        }),
      ),
    ).toEqual([
      `["x'y"] error "x'y" is not allowed as a name in components/parameters`,
      '["a\\"b"] error "a\\"b" is not allowed as a name in components/schemas',
      '["{a}"] error "{a}" is not allowed as a name in components/schemas',
      '["a\\tb"] error "a\\tb" is not allowed as a name in components/schemas',
      '[""] error "" is not allowed as a name in components/schemas',
      '[constructor] error "constructor" is not allowed as a name in components/schemas',
      `[${"a".repeat(201)}] error "${"a".repeat(77)}..." is not allowed as a name in components/schemas`,
    ]);
  });
});
