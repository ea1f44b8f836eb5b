import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonText, terminalText } from "../../generator/diagnostics/escape.js";

it.each([
  ["a\u001b[31mb", "a\\u001b[31mb"],
  ["a\nb\tc\r", "a\\u000ab\\u0009c\\u000d"],
  ["\u0000\u007f\u009b", "\\u0000\\u007f\\u009b"],
  ["\u202eevil\u2066\u061c\u200b\ufeff\u2028", "\\u202eevil\\u2066\\u061c\\u200b\\ufeff\\u2028"],
  ["\ud83d 😀 é 日本", "\\ud83d 😀 é 日本"],
])("%j becomes %j", (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

it("cuts long text", () => {
  expect(terminalText("x".repeat(501))).toBe(`${"x".repeat(500)}…`);
  expect(terminalText("abc", 3)).toBe("abc");
  expect(terminalText("abc", 2)).toBe("ab…");
});

it("never prints a control character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(terminalText(text)).not.toMatch(/[\p{Cc}\u2028\u2029\p{Surrogate}]/u);
    }),
  );
});

it("writes equivalent JSON without control characters except line feeds", () => {
  expect(jsonText({ "\u202ea": ["\u009b2J", "\u001b", "é"] })).toBe(
    '{\n  "\\u202ea": [\n    "\\u009b2J",\n    "\\u001b",\n    "é"\n  ]\n}\n',
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(JSON.parse(jsonText([text]))).toEqual([text]);
      expect(jsonText([text])).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\p{Surrogate}\p{Bidi_Control}]/u);
    }),
  );
});
