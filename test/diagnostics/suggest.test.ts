import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, suggest } from "../../generator/diagnostics/suggest.js";

describe("suggest", () => {
  it.each([
    ["serach", ["search", "postgres"], "search"],
    ["Search", ["auth", "search"], "search"],
    ["lable", ["label", "table"], "label"],
    ["ab", ["ac", "ad"], "ac"],
    ["postgers", ["objects"], undefined],
    ["a", ["xyz"], undefined],
    ["", ["a"], "a"],
    ["anything", [], undefined],
    ["additionalProperty", ["additionalProperties", "properties"], "additionalProperties"],
    ["extraProperties", ["maxProperties", "properties"], undefined],
  ])("%j among %j is %j", (name, candidates, expected) => {
    expect(suggest(name, candidates)).toBe(expected);
  });

  it("takes little time for long names", () => {
    const long = "x".repeat(1_000_000);
    expect(suggest(long, [`${long}y`])).toBeUndefined();
    expect(suggest("short", [long])).toBeUndefined();
  });
});

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "", 3],
    ["abc", "abxc", 1],
    ["abc", "ac", 1],
    ["abc", "adc", 1],
    ["abc", "acb", 1],
    ["kitten", "sitting", 3],
  ])("of %j and %j is %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it("is the same both ways, and at most the longer length", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
