import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, it, test, vi } from "vitest";
import { formats, roundedInt64, uncheckedFormats } from "../../templates/runtime/formats.js";
import { grammars } from "./format-grammars.js";
import { samples } from "./format-samples.js";

function ajvAccepts(name: string, value: string | number): boolean {
  const format = fullFormats[name as keyof typeof fullFormats];
  const validate = typeof format === "object" && "validate" in format ? format.validate : format;
  if (typeof validate === "boolean") return validate;
  return validate instanceof RegExp ? validate.test(String(value)) : (validate as (value: string | number) => boolean)(value);
}

function accepts(name: string, text: string): boolean {
  const format = formats[name]!;
  return format.type === "string" && format.validate(text);
}

describe.each(Object.entries(samples))("%s", (name, { valid, invalid }) => {
  const grammar = grammars[name]!;

  test.each(valid)("has %j", (text) => {
    expect([accepts(name, text), grammar(text)]).toEqual([true, true]);
  });

  test.each(invalid)("rejects %j", (text) => {
    expect([accepts(name, text), grammar(text)]).toEqual([false, false]);
  });

  it("agrees with its grammar on texts one or two steps from a sample", () => {
    const characters = fc.constantFrom(
      ..."aAfgzZ09-_.:/@%~#?[]{}+*,;= \\\"'!()PTtWeHMSYD\nü\ud83d\ude00",
      "::",
      "%41",
      "60",
      "23:59:60",
      "[::1]",
      "http://",
      "//",
      "1Y",
      "+00",
    );
    const start = fc.constantFrom(...valid, ...invalid, ...Object.values(samples).flatMap((other) => other.valid.slice(0, 3)));
    const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(2), insert: fc.option(characters) });
    const text = fc.tuple(start, fc.array(edit, { minLength: 1, maxLength: 2 })).map(([base, edits]) =>
      edits.reduce((current, { at, remove, insert }) => {
        const index = Math.floor(at * current.length);
        return current.slice(0, index) + (insert ?? "") + current.slice(index + remove);
      }, base),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.string({ unit: "binary" }),
          fc.array(characters).map((list) => list.join("")),
        ),
        (value) => {
          expect({ value, verdict: accepts(name, value) }).toEqual({ value, verdict: grammar(value) });
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("is quick on long texts", () => {
    const repeated = [
      "a",
      "0",
      "A=",
      "/",
      "~0",
      ":",
      "a.",
      "a-",
      "@",
      "a@",
      "%41",
      "[",
      "{a}",
      "{a,",
      "1Y",
      "1M",
      "\n",
      "::",
      "a:",
      "\\",
      "\\Z",
      '"',
      "%7E",
      "a,",
      "{a.b}",
      "]",
    ];
    const wrapped = repeated.flatMap((text) =>
      ["", "http://", "P", "#", "1", "{", "//[", "a@[", '"', "PT"].map((prefix) => `${prefix}${text.repeat(50_000)}!`),
    );
    const start = process.cpuUsage();
    for (const text of wrapped) accepts(name, text);
    // A few milliseconds each where time grows with the length, seconds each where it grows with its square.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });
});

test("a regular expression with open groups is not parsed", () => {
  const parse = vi.spyOn(globalThis, "RegExp");
  expect([accepts("regex", "(?=".repeat(300_000)), parse.mock.calls.length]).toEqual([false, 0]);
  expect([accepts("regex", "(?=)"), parse.mock.calls.length]).toEqual([true, 1]);
  parse.mockRestore();
});

test("numbers", () => {
  const verdict = (name: string, value: number) => {
    const format = formats[name]!;
    return format.type === "number" && format.validate(value);
  };
  const int32: [number, boolean][] = [
    [0, true],
    [-0, true],
    [2147483647, true],
    [2147483648, false],
    [-2147483648, true],
    [-2147483649, false],
    [1.5, false],
    [1e300, false],
  ];
  for (const [value, expected] of int32) {
    expect([value, verdict("int32", value), ajvAccepts("int32", value)]).toEqual([value, expected, expected]);
  }
  const int64: [number, boolean][] = [
    [0, true],
    [2 ** 53 - 1, true],
    [1 - 2 ** 53, true],
    [2 ** 53, false],
    [-(2 ** 53), false],
    [2 ** 63, false],
    [1.5, false],
    [1e300, false],
  ];
  for (const [value, expected] of int64) expect([value, verdict("int64", value)]).toEqual([value, expected]);
  const rounded: [number, boolean][] = [
    [0, true],
    [2 ** 53, true],
    [2 ** 63, true],
    [-(2 ** 63), true],
    [2 ** 63 + 2048, false],
    [1.5, false],
    [1e300, false],
    [-1e300, false],
  ];
  for (const [value, expected] of rounded) expect([value, roundedInt64(value)]).toEqual([value, expected]);
});

test("every format that ajv-formats checks is checked or declared an annotation", () => {
  const missing = Object.keys(fullFormats).filter((name) => !Object.hasOwn(formats, name) && !uncheckedFormats.includes(name));
  expect(missing).toEqual(["iso-time", "iso-date-time"]);
  expect(uncheckedFormats.filter((name) => Object.hasOwn(formats, name))).toEqual([]);
});
