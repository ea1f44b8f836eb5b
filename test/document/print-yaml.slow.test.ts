import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { parseYaml } from "../../generator/document/parse-yaml.js";
import { printYaml } from "../../generator/document/print-yaml.js";
import { Locations } from "../../generator/document/locations.js";

test("writes short collections in one line, and things in a list in blocks", () => {
  const value = {
    exchanges: [
      { name: "one", request: { body: { cidr: "203.0.113.0/24", "x y": [] } } },
      { name: "two", long: ["a".repeat(60), "b".repeat(60)], deep: { a: { b: { c: { d: 1 } } } } },
    ],
    empty: {},
  };
  expect(printYaml(value)).toBe(`exchanges:
  - name: one
    request: { body: { cidr: 203.0.113.0/24, x y: [] } }
  - name: two
    long:
      - ${"a".repeat(60)}
      - ${"b".repeat(60)}
    deep:
      a: { b: { c: { d: 1 } } }
empty: {}
`);
});

test.each([
  "yes",
  "No",
  "ON",
  "null",
  "~",
  "1",
  "1.5",
  "0x1f",
  "1e3",
  ".inf",
  "2026-01-15",
  "2026-01-15T09:30:00Z",
  "12:30",
  "<<",
  "",
  " a",
  "a ",
  "a: b",
  "a #b",
  "-",
  "- a",
  "[a",
  "{a",
  "*a",
  "&a",
  "!a",
  "|",
  ">",
  "%a",
  "@a",
  "`a",
  "a:",
  "\n",
  "é",
  "1_000",
  "=",
  "?",
  "? a",
])("text remains text: %j", (text) => {
  const printed = printYaml({ value: text, list: [[text]], [text]: 1 });
  const expected = { value: text, list: [[text]], [text]: 1 };
  expect(parse(printed), printed).toEqual(expected);
  // Readers of YAML 1.1 take more for something else than text.
  expect(parse(printed, { version: "1.1" }), printed).toEqual(expected);
});

test("the printed document is read back unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const whole = { value: value as JsonValue };
      const problems: Diagnostic[] = [];
      const text = printYaml(whole);
      const read = parseYaml({ path: "a.yaml", absolutePath: "a.yaml", text }, new Locations(), problems);
      // Names that objects have anyway, and halves of characters, are refused by every reader of contracts.
      if (/__proto__/.test(text) || problems.some(({ code }) => code === "unpaired-surrogate")) return;
      expect(problems, text).toEqual([]);
      expect(read, text).toEqual(JSON.parse(JSON.stringify(whole)));
    }),
    { numRuns: 1_000 },
  );
});

test.each(["0b101", "0b1_0", "0x1_f", "1:30.5", "1_0:30"])("quotes %s, a number in YAML 1.1", (text) => {
  expect(printYaml({ text })).toBe(`text: "${text}"\n`);
});

test("escapes characters that change the direction of text", () => {
  const value = { "a\u202eb": "\u2066\u2069\u200f\u061c" };
  expect(printYaml(value)).toBe('"a\\u202eb": "\\u2066\\u2069\\u200f\\u061c"\n');
  expect(parse(printYaml(value))).toEqual(value);
});
