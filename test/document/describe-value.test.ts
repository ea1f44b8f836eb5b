import { expect, it } from "vitest";
import { describeValue } from "../../generator/document/describe-value.js";

it.each([
  [null, "null"],
  [undefined, "null"],
  [[1], "a list"],
  [{ a: 1 }, "a map"],
  [1.5, "the number 1.5"],
  [true, "true"],
  ["sk_live_4eC39H", "a string"],
])("%j is %s", (value, words) => {
  expect(describeValue(value)).toBe(words);
});
