import { createRequire } from "node:module";
import type * as Recheck from "recheck";
import { describe, expect, test } from "vitest";
import { growthOf } from "../../../generator/json-schema/pattern/growth.js";

// The part of recheck that is plain JavaScript.
const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as typeof Recheck;

const linear = [
  "",
  "^$",
  "a",
  ".*",
  "^.*$",
  "^[a-z]+$",
  "^[a-z]+(?:-[a-z]+)*$",
  "^[a-z0-9]+(?:[._-][a-z0-9]+)*$",
  "^(?:\\d{1,3}\\.){3}\\d{1,3}$",
  "[0-9]{2,}",
  "^\\p{L}+(?:-\\p{L}+)*$",
  "[^ ]+( +[^ ]+)*",
  "^foo.*bar$",
  "^\\S+@\\S+",
  "^a?a?a?a?$",
  "^([A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=)?$",
  "(a*)*",
  "^(a+)+",
  "shelves/\\w+/books/\\w+",
  "^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}$",
  "^(?=.*\\d)(?=.*[a-z]).{4,8}$",
  "^(?:\\*|[A-Za-z0-9_-]{1,400}\\*?)$",
  "^(?!\\.{1,2}/)[^/\\u0000]+/(?:(?!\\.{1,2}/)[^/\\u0000]+/)*$",
  "^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$",
  "^[\\ud800-\\udfff]+$",
  "^[^\\u{1F600}]+$",
  "^(?:a?){0,30}b$",
  "^\\d?\\d?\\d?\\d?\\d?\\d?\\d?\\d?$",
  "^a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?u?v?w?x?y?z?$",
];
const quadratic = [
  "\\s+$",
  "^\\d+\\d+$",
  "^[^@]+@[^@]+\\.[^@]+$",
  "a\\w+b",
  "^.+/.+$",
  "foo.*bar",
  "^\\w+\\s*\\w+$",
  "^\\s+|\\s+$",
  "\\s*;.*$",
  "(?:a|b)+c",
  "^\\S+@\\S+$",
];
const cubic = ["^\\d+\\d+\\d+$", "^.*,.*,.*$"];
const exponential = [
  "^(a|a)*$",
  "^(x+)+$",
  "^(a*)*$",
  "^[a-z0-9]+(-?[a-z0-9]*)*$",
  "^(\\w+\\s?)*$",
  "^(?:a|b|ab)*c$",
  "(x+x+)+y",
  "^(.+)+$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(?:(?:a{1,50}){1,50})$",
  "^\\p{L}+(?:-?\\w+)*$",
  "^(?:a?){30}b$",
  "^(?:a*){30,}$",
  "^([a-z]?){255}!$",
];

/** Recheck's result: the power, `Infinity` for exponential. */
function recheck(pattern: string): number {
  const { complexity } = checkSync(pattern, "u", { checker: "automaton", timeout: 60_000 }) as unknown as {
    complexity: { type: string; degree?: number };
  };
  return complexity.type === "exponential" ? Infinity : (complexity.degree ?? 1);
}

const classes = [
  ["linear", linear, { degree: 1 }, 1],
  ["quadratic", quadratic, { degree: 2, longestText: 2000 }, 2],
  ["cubic", cubic, { degree: 3, longestText: 150 }, 3],
  ["exponential", exponential, "exponential", Infinity],
] as const;

describe.each(classes)("%s", (_, patterns, growth, degree) => {
  test.each(patterns)("%s", (pattern) => {
    expect(growthOf(pattern, "u")).toEqual(growth);
  });

  // Bounded repetition is a constant factor to it; look-around it can't judge with this checker.
  test.each(patterns.filter((pattern) => !/\{\d*\d,\d+\}|\{\d\d+,?\}|\(\?[=!]|\\[pu]/.test(pattern)))(
    "%s to recheck",
    (pattern) => {
      expect(recheck(pattern)).toBe(degree);
    },
  );
});

test("never reports less growth than recheck for random patterns", () => {
  let seed = 7;
  const random = (below: number) => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) % 65_521) % below;
  const atoms = ["a", "b", "[ab]", "c", "[^a]", "\\d", ".", "-"];
  const repetitions = ["*", "+", "?", "*", "+", "{2}", "{1,3}", "{2,}"];
  const build = (depth: number): string => {
    const kind = random(depth > 0 ? 7 : 2);
    if (kind < 2) return atoms[random(atoms.length)]!;
    if (kind < 4) return build(depth - 1) + build(depth - 1);
    if (kind === 4) return `(?:${build(depth - 1)}|${build(depth - 1)})`;
    return `(?:${build(depth - 1)})${repetitions[random(repetitions.length)]}`;
  };
  const tooLow: string[] = [];
  for (let count = 0; count < 150; count++) {
    const pattern = `${random(3) ? "^" : ""}${build(4)}${build(2)}${random(3) ? "$" : ""}`;
    const growth = growthOf(pattern, "u");
    const degree = typeof growth === "object" ? growth.degree : Infinity;
    if (degree < recheck(pattern)) tooLow.push(pattern);
  }
  expect(tooLow).toEqual([]);
});

// Each doubles the ways without a loop, which recheck takes for a constant factor.
test.each([`^${"a?".repeat(30)}${"a".repeat(30)}$`, `^${"(?:a|[a-c])".repeat(25)}!$`, `^${"\\w?".repeat(24)}!$`])(
  "parts that are written out: %s",
  (pattern) => {
    expect(growthOf(pattern, "u")).toBe("exponential");
  },
);

test("a few optional parts are harmless", () => {
  expect(growthOf(`^${"\\w?".repeat(16)}!$`, "u")).toEqual({ degree: 1 });
});

// A reference is judged as a copy of its group that may fail.
test.each([
  ["^(a|b)\\1$", { degree: 1, hasBackreference: true, longestText: 150 }],
  ["(?<x>a)\\k<x>", { degree: 1, hasBackreference: true, longestText: 150 }],
  ["^(['\"]).*\\1$", { degree: 1, hasBackreference: true, longestText: 150 }],
  ["^(?!.*(.)\\1{2}).*$", { degree: 1, hasBackreference: true, longestText: 150 }],
  ["(.)\\1{3,}", { degree: 2, hasBackreference: true, longestText: 150 }],
  ["(.+)\\1", { degree: 3, hasBackreference: true, longestText: 150 }],
  ["^(.*)(.*)\\1\\2$", { degree: 4, hasBackreference: true }],
  ["^(a+)+\\1$", "exponential"],
  ["^(?:(\\w+)\\1)*$", "exponential"],
  // References that refer to each other, and more of them than are worth following.
  ["(\\2a)(b\\1)", "unknown"],
  [`()${Array.from({ length: 30 }, (_, index) => `(\\${index + 1}\\${index + 1})`).join("")}`, "unknown"],
])("with a back reference: %s", (pattern, growth) => {
  expect(growthOf(pattern, "u")).toEqual(growth);
});

// One loop more, of few repetitions, or parts that are written out: each multiplies the time of the others.
test.each(["^[a-z]+[a-z]{0,61}[a-z]+$", `^\\w*${"\\w?".repeat(8)}\\w*!$`])("of a large factor: %s", (pattern) => {
  expect(growthOf(pattern, "u")).toEqual({ degree: 2, longestText: 150 });
});

test("a limit below which nothing matches is none", () => {
  expect(growthOf("^a{150}(b?)\\1$", "u")).toMatchObject({ longestText: 150 });
  expect(growthOf("^a{151}(b?)\\1$", "u")).toEqual({ degree: 1, hasBackreference: true });
  expect(growthOf("^(?:b|a{151})(b?)\\1$", "u")).toMatchObject({ longestText: 150 });
});

test("endless nesting can't be analyzed", () => {
  expect(growthOf(`${"(".repeat(500)}a${")".repeat(500)}`, "u")).toBe("unknown");
});

test("patterns without the u flag are read as the engine reads them", () => {
  expect(growthOf("^[\\-\\_]+$", "")).toEqual({ degree: 1 });
  expect(growthOf("^{a}+$", "")).toEqual({ degree: 1 });
  expect(growthOf("^(?:\\A+\\A+)$", "")).toEqual({ degree: 2, longestText: 2000 });
});

test("a pattern that takes too long to analyze isn't analyzed", () => {
  const pattern = `^(?:${Array.from({ length: 2000 }, (_, index) => `w${index}[a-z]*`).join("|")})*$`;
  expect(growthOf(pattern, "u")).toBe("unknown");
});
