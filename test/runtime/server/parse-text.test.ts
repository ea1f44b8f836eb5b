import { expect, test } from "vitest";
import { MalformedText, parseObject, parseText } from "../../../templates/runtime/server/parse-text.js";

const shape = { properties: { list: { items: ["integer"] as const }, one: ["string"] as const } };

test("names that stand for a list may come again, others may not", () => {
  const list: [string, string][] = [
    ["list", "1"],
    ["one", "a"],
    ["list", "x"],
  ];
  expect(parseObject(list, shape)).toEqual({ list: [1, "x"], one: "a" });
  expect(() => parseObject([...list, ["one", "b"]], shape)).toThrow(new MalformedText("has the same property twice"));
});

// Copied for each item, these lists would take minutes.
test("lists may be as long as a body allows", () => {
  const pairs = Array.from({ length: 350_000 }, (): [string, string] => ["list", "1"]);
  expect(parseObject(pairs, shape)["list"]).toHaveLength(350_000);
});

test("an integer beyond 2^53 is read as JSON.parse reads it, or stays text where that is allowed", () => {
  const digits = "9007199254740993";
  expect(parseText(digits, ["integer"])).toBe(JSON.parse(digits));
  expect(parseText(`-${digits}`, ["number"])).toBe(JSON.parse(`-${digits}`));
  expect(parseText("1e400", ["number"])).toBe("1e400");
  expect(parseText(digits, ["integer", "string"])).toBe(digits);
  expect(parseText("9007199254740991", ["integer", "string"])).toBe(9007199254740991);
});

test("an integer is one as it is written, not as a double", () => {
  for (const text of ["9007199254740991.4", "9007199254740990.6", "-9007199254740991.4", "1e-400", "90071992547409914e-1"]) {
    expect(parseText(text, ["integer"]), text).toBe(text);
  }
  for (const text of ["12", "-0", "1.0", "1.50e1", "10e-1", "100.0e-2", "0e-5", "0.0e-5"]) {
    expect(parseText(text, ["integer"]), text).toBe(Number(text));
  }
});
