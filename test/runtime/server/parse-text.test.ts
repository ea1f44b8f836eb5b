import { expect, test } from "vitest";
import { MalformedText, parseObject } from "../../../templates/runtime/server/parse-text.js";

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
