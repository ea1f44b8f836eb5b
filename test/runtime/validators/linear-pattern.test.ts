import fc from "fast-check";
import { expect, test } from "vitest";
import { patternTree } from "../../../generator/json-schema/pattern/pattern-tree.js";
import { countSteps, linearPattern } from "../../../templates/runtime/validators/linear-pattern.js";

const matcher = (pattern: string, flags: "" | "u" = "u") => linearPattern(pattern, flags, patternTree(pattern, flags)!);

/** Patterns that a `RegExp` matches too, in time for short texts. */
const patterns = [
  "^(a|a)*$",
  "^([a-z]+-?)+$",
  "(a*)*b",
  "^(?:a{2,3}b?){1,2}$",
  "^(?=.*b)(?!.*-)[ab-]+$",
  "(?<=a)b(?<!bb)",
  "(?<!-)\\bab\\B",
  "^$",
  "",
  "a$|^b",
  "^(a?b){3}(?=$)",
  "^(?=(?:ab?)+$)(?=a(?!a))",
  "[^a]\\.|\\x2d",
  "^.$",
  "^a{0}b?$",
  "^(?:(?=a)|-)*a",
];

/** Everything that can be written with a few characters. */
const texts = ["", ...texts_(5)];

function texts_(length: number): string[] {
  return length === 0 ? [] : ["a", "b", "-", "."].flatMap((one) => [one, ...texts_(length - 1).map((rest) => one + rest)]);
}

test.each(patterns)("%s matches what a RegExp matches", (pattern) => {
  const expression = new RegExp(pattern, "u");
  const { source, test: matches } = matcher(pattern);
  expect(source).toBe(pattern);
  expect(texts.filter((text) => matches(text) !== expression.test(text))).toEqual([]);
});

test("any pattern of these parts matches what a RegExp matches", () => {
  const atom = fc.constantFrom("a", "b", ".", "[^a]", "\\b", "\\B", "^", "$", "-");
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      atom,
      fc.array(tie("pattern"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
      fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{2,}")).map(([a, times]) => `(?:${a})${times}`),
      fc.tuple(fc.constantFrom("?=", "?!", "?<=", "?<!"), tie("pattern")).map(([look, a]) => `(${look}${a})`),
    ),
  }));
  const short = texts.filter(({ length }) => length <= 4);
  fc.assert(
    fc.property(pattern, (source) => {
      const expression = new RegExp(source, "u");
      const { test: matches } = matcher(source);
      expect(short.filter((text) => matches(text) !== expression.test(text))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("characters are code points with the flag u, and UTF-16 units without", () => {
  expect(matcher("^.$").test("😀")).toBe(true);
  expect(matcher("^.$", "").test("😀")).toBe(false);
  expect(matcher("^\\-$", "").test("-")).toBe(true);
});

test("the number of steps depends only on the length of the text", () => {
  const pattern = "^(a|a)*(?=(?:b+)+c)(?<!(?:-+)+)$";
  const text = `${"a".repeat(20_000)}${"b".repeat(20_000)}`;
  expect(countSteps(patternTree(pattern, "u")!)).toBeLessThan(40);
  expect(matcher(pattern).test(text)).toBe(false);
});

test("a pattern that refers to its groups has no tree", () => {
  expect(patternTree("^(a+)\\1$", "u")).toBeUndefined();
  expect(patternTree("^(?:b|(?=(a+)\\1))*$", "u")).toBeUndefined();
});
