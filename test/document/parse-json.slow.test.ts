import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { parseJson } from "../../generator/document/parse-json.js";
import { Locations } from "../../generator/document/locations.js";
import { inWords, marked, source } from "./load-text.js";

function json(text: string): { value: JsonValue | undefined; problems: string[]; locations: Locations } {
  const diagnostics: Diagnostic[] = [];
  const locations = new Locations();
  const value = parseJson(source(text, "a.json"), locations, diagnostics);
  return { value, locations, problems: diagnostics.map((diagnostic) => inWords(diagnostic).replace(/^a\.json:/, "")) };
}

const problemsOf = (text: string) => json(text).problems;

describe("values", () => {
  it.each([
    "null",
    "true",
    "false",
    "0",
    "-0",
    "12.50",
    "1e3",
    "1E+3",
    "25e-1",
    '""',
    "[]",
    "{}",
    "[[],{}]",
    " \t\r\n1 \n",
    String.raw`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`,
    '"\u2028\u007fé😀"',
    '{"":{"a b":[1,"2",null]}}',
    '{"constructor":1,"toString":2}',
  ])("%s is read as by JSON.parse", (text) => {
    expect(json(text)).toMatchObject({ problems: [] });
    expect(json(text).value).toStrictEqual(JSON.parse(text));
  });

  it("agrees with JSON.parse on any value, whatever its layout", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2, "\t"), (text, indent) => {
        const laidOut = JSON.stringify(JSON.parse(text), null, indent);
        fc.pre(!laidOut.includes("__proto__"));
        expect(json(laidOut)).toMatchObject({ problems: [] });
        expect(json(laidOut).value).toStrictEqual(JSON.parse(laidOut));
      }),
    );
  });

  it("accepts and rejects the same texts as JSON.parse", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-",
      "0",
      ".",
      "e",
      "true",
      "nul",
      "\\",
      '"',
      " ",
      "\n",
      "/",
    );
    const verdict = (read: () => unknown) => {
      try {
        return { value: read() };
      } catch {
        return "refused";
      }
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const { value, problems } = json(text);
        const isRefused = value === undefined && problems.length === 1 && problems[0]!.includes(" syntax invalid JSON: ");
        expect(isRefused ? "refused" : { value }).toStrictEqual(verdict(() => JSON.parse(text)));
      }),
      { numRuns: 3000 },
    );
  });

  it("reads long strings", () => {
    const text = JSON.stringify("a\n".repeat(3_000_000));
    expect(json(text).value).toBe(JSON.parse(text));
  });
});

describe("problems", () => {
  it.each([
    ["", "1:1 syntax invalid JSON: unexpected end of the file"],
    ["tru", '1:1 syntax invalid JSON: unexpected "t"'],
    ["01", '1:2 syntax invalid JSON: unexpected "1" after the end of the document'],
    ["+1", '1:1 syntax invalid JSON: unexpected "+"'],
    ["{}\n{}", '2:1 syntax invalid JSON: unexpected "{" after the end of the document'],
    ["[1 2]", '1:4 syntax invalid JSON: unexpected "2", expected "," or "]"'],
    ["[1,]", "1:4 syntax invalid JSON: unexpected comma before the closing bracket"],
    ['{"a":1,\n}', "2:1 syntax invalid JSON: unexpected comma before the closing bracket"],
    ["{a: 1}", '1:2 syntax invalid JSON: unexpected "a", expected a string in double quotes'],
    ['{"a" 1}', '1:6 syntax invalid JSON: unexpected "1", expected ":"'],
    ['{"a": 1', '1:8 syntax invalid JSON: unexpected end of the file, expected "," or "}"'],
    ["{ // no\n}", '1:3 syntax invalid JSON: unexpected "/", expected a string in double quotes'],
    ["[😀]", '1:2 syntax invalid JSON: unexpected "😀"'],
    ["\ufeff1", '1:1 syntax invalid JSON: unexpected "\ufeff"'],
    ['"a', "1:3 syntax invalid JSON: missing closing quote of a string"],
    ['"a\tb"', "1:3 syntax invalid JSON: unescaped line break, tab or other control character in a string"],
    [String.raw`["a", "b\x"]`, "1:9 syntax invalid JSON: invalid escape in a string"],
    [String.raw`"\u12g4"`, "1:2 syntax invalid JSON: invalid escape in a string"],
    ["[NaN]", '1:2 syntax invalid JSON: unexpected "N"'],
  ])("%j", (text, problem) => {
    expect(json(text)).toMatchObject({ value: undefined, problems: [problem] });
  });

  it("names each key that occurs twice, at the second one", () => {
    expect(problemsOf('{"a": 1,\n "b": {"a": 1}, "a": 2,\n "\\u0062": 3}')).toEqual([
      '2:17 duplicate-key duplicate key "a"',
      '3:2 duplicate-key duplicate key "b"',
    ]);
  });

  it("does not accept __proto__ as a key", () => {
    const { value, problems } = json('{"a": {"__proto__": {"polluted": true}}}');
    expect(problems).toEqual(['1:8 forbidden-name "__proto__" is not allowed as a name']);
    expect(value).toStrictEqual({ a: {} });
  });

  it("rejects numbers that are not finite and half surrogate pairs", () => {
    expect(problemsOf('[1e308, 1e309, -1e400,\n"\\ud83d", "\\ud83d\\ude00", "\\ude00\\ud83d"]')).toEqual([
      "1:9 unsafe-number the number is not finite in double precision",
      "1:16 unsafe-number the number is not finite in double precision",
      "2:1 unpaired-surrogate unpaired surrogate in a string, which cannot be written to a file",
      "2:27 unpaired-surrogate unpaired surrogate in a string, which cannot be written to a file",
    ]);
  });

  it("reads 250 levels and no more", () => {
    const nested = (levels: number) => "[".repeat(levels) + "1" + "]".repeat(levels);
    expect(problemsOf(nested(250))).toEqual([]);
    expect(problemsOf(nested(251))).toEqual(["1:252 nesting-limit maps and lists exceed the nesting limit of 250"]);
    expect(problemsOf("[".repeat(1_000_000))).toEqual(["1:252 nesting-limit maps and lists exceed the nesting limit of 250"]);
  });
});

it("records the location of every key, value and item", () => {
  const { value, locations } = json('{\n  "a": [10, {"b": true}],\r\n\t"\\u0063": {\n}}');
  const { a, c } = value as { a: [number, object]; c: object };
  const texts = (container: object, key: string) =>
    [locations.key(container, key), locations.value(container, key)].map(
      (location) => `${location!.line}:${location!.column} ${marked(location!)}`,
    );
  expect(texts(value as object, "a")).toEqual(['2:3 "a"', '2:8 [10, {"b": true}]']);
  expect(texts(value as object, "c")).toEqual(['3:2 "\\u0063"', "3:12 {"]);
  expect(texts(a, "0")).toEqual(["2:9 10", "2:9 10"]);
  expect(texts(a, "1")).toEqual(['2:13 {"b": true}', '2:13 {"b": true}']);
  expect(texts(a[1], "b")).toEqual(['2:14 "b"', "2:19 true"]);
  expect(locations.span(c)).toMatchObject({ start: 40, end: 43 });
});
