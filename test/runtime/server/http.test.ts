import { expect, test } from "vitest";
import { isInRange, isJsonType, parseMediaType } from "../../../templates/runtime/server/http.js";

test.each([
  ["application/json", "application/json", undefined],
  ["Application/JSON; Charset=UTF-8", "application/json", "utf-8"],
  ['application/json;charset="utf-8"', "application/json", "utf-8"],
  ["application/json ; profile=a; charset=latin1", "application/json", "latin1"],
  ["application/json;", "application/json", undefined],
])("%s", (text, essence, charset) => {
  expect(parseMediaType(text)).toEqual({ essence, charset });
});

test.each([
  undefined,
  "",
  "json",
  "application/json, text/plain",
  "application/ json",
  "application/json x",
  "*/*/*",
  " application/json",
])("malformed: %s", (text) => {
  expect(parseMediaType(text)).toBeUndefined();
});

test("ranges", () => {
  expect(isInRange("text/csv", "text/*")).toBe(true);
  expect(isInRange("text/csv", "*/*")).toBe(true);
  expect(isInRange("textual/csv", "text/*")).toBe(false);
  expect(isInRange("application/json", "application/json")).toBe(true);
  expect(isInRange("application/merge-patch+json", "application/json")).toBe(false);
});

test("JSON types", () => {
  expect(["application/json", "application/problem+json; charset=utf-8", "text/json"].map(isJsonType)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["text/plain", "application/jsonlines", "application/json+xml"].map(isJsonType)).toEqual([false, false, false]);
});
