import { expect, test } from "vitest";
import type { Match } from "../../../templates/runtime/json-schema/walk.js";
import { createPatternMatches } from "../../../generator/json-schema/pattern/matches-of.js";

const nested = (levels: number) => `^${"(".repeat(levels)}a+${")+".repeat(levels)}$`;

function matchOf(pattern: string, text: string): [match: Match, steps: number] {
  let steps = 0;
  const match = createPatternMatches()(pattern, text, (more) => (steps += more));
  return [match, steps];
}

test.each([
  ["^a+$", "a".repeat(100), "yes", 1],
  ["^a+$", `${"a".repeat(99)}b`, "no", 1],
  ["a+b+$", "a".repeat(100), "no", 100],
  ["^(a+)+$", "aaaa!", "no", 0.25],
  ["^(a+)+\\1$", "aaaa!", "no", 590.49],
  ["^(a|b)\\1$", "aa", "yes", 0.02],
  ["(?i)a", "a", "ignored", 0],
])("%s is matched against %j", (pattern, text, match, steps) => {
  expect(matchOf(pattern, text)).toEqual([match, steps]);
});

test.each([
  ["a long text", "^(a+)+$", `${"a".repeat(40)}!`, "no"],
  ["the power of a long text's length", "^a+a+a+a+$", "a".repeat(40), "yes"],
  // Each of these takes a matcher that backtracks minutes, short as the text is.
  ["repetitions within each other", nested(20), "aaaaaaa!", "no"],
  ["many repetitions that may be empty", "^([a-z]?){255}!$", "aaaaaaa", "no"],
  ["many repetitions within others", "^((a?){40}){40}!$", "aaaa", "no"],
])("a text that makes a pattern slow is matched without backtracking: %s", (_, pattern, text, match) => {
  const [found, steps] = matchOf(pattern, text);
  expect(found).toBe(match);
  expect(steps).toBeLessThan(200);
});

test("a pattern with a back reference is not matched against a text that makes it slow", () => {
  expect(matchOf("^(a+)+\\1$", `${"a".repeat(40)}!`)).toEqual(["unknown", 0]);
});

test.each([
  ["a+b+$", "a".repeat(2000), "a".repeat(2001), 2000],
  ["^a+a+a+$", "a".repeat(150), "a".repeat(151), 150],
  ["^(.)\\1*$", "😀".repeat(150), "😀".repeat(151), 150],
])("%s is matched against texts up to its limit, in characters", (pattern, long, tooLong, longest) => {
  expect(matchOf(pattern, long)[0]).toMatch(/^(?:yes|no)$/);
  expect(matchOf(pattern, tooLong)).toEqual([{ longest }, 0]);
});
