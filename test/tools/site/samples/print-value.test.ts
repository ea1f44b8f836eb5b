import fc from "fast-check";
import { expect, test } from "vitest";
import { printJson, printLiteral } from "../../../../generator/tools/site/samples/sample-value.js";
import type { JsonValue } from "../../../../generator/document/json-value.js";

test("stays on one line where it fits", () => {
  expect(printJson({ a: [1, null, true], "b-c": {} })).toBe('{ "a": [1, null, true], "b-c": {} }');
  expect(printLiteral({ a: "x", "b-c": [] })).toBe('{ a: "x", "b-c": [] }');
});

test("else has a line for each member", () => {
  const long = "x".repeat(60);
  expect(printJson({ long, list: [1] })).toBe(`{\n  "long": "${long}",\n  "list": [1]\n}`);
  expect(printLiteral({ long, list: [1] }, "  ")).toBe(`{\n    long: "${long}",\n    list: [1],\n  }`);
});

test("is read back as the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as JsonValue;
      expect(JSON.parse(printJson(json))).toEqual(json);
    }),
  );
});
