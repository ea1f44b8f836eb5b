import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { judgesOf } from "../robustness/validators-in-memory.js";

/** Repetitions that share their characters, with what the time grows with, and whether a reference follows. */
const patterns = fc.record({
  character: fc.constantFrom("a", "[ab]", "\\w", ".", "[^b]", "\\p{L}"),
  degree: fc.constantFrom(1, 2, 3),
  refersBack: fc.boolean(),
  end: fc.constantFrom("$", "!$", "b?$"),
});

/** Where the pattern stands: a schema of a text, and the value that has the text there. */
const places: ((pattern: string, longest: number) => [schema: JsonObject, value: (text: string) => JsonValue])[] = [
  (pattern) => [{ type: "string", pattern }, (text) => text],
  (pattern, longest) => [{ type: "string", maxLength: longest, pattern }, (text) => text],
  (pattern, longest) => [{ type: "string", maxLength: longest + 1, pattern }, (text) => text],
  (pattern) => [{ anyOf: [{ type: "string", pattern }, { type: "integer" }] }, (text) => text],
  (pattern, longest) => [{ maxLength: longest, allOf: [{ type: "string", pattern }] }, (text) => text],
  (pattern) => [{ type: "array", items: { $ref: "#/components/schemas/Text", pattern } }, (text) => [text]],
  (pattern) => [{ type: "object", propertyNames: { pattern } }, (text) => ({ [text]: 1 })],
  (pattern) => [{ type: "object", patternProperties: { [pattern]: {} }, additionalProperties: false }, (text) => ({ [text]: 1 })],
  (pattern) => [
    { type: "object", patternProperties: { [pattern]: { type: "integer" } }, unevaluatedProperties: false },
    (text) => ({ [text]: 1 }),
  ],
];

const fill = fc.record({
  character: fc.constantFrom("a", "b", "😀"),
  last: fc.constantFrom("", "!", "b", "\n"),
});

test("guards, listers of errors and the interpreter agree around the limit", () => {
  const found = { fit: 0, tooLong: 0, mismatch: 0 };
  const property = fc.property(
    patterns,
    fc.constantFrom(...places),
    fill,
    ({ character, degree, refersBack, end }, place, text) => {
      const pattern = `^${refersBack ? "([a-z])?" : ""}${`${character}+`.repeat(degree)}${refersBack ? "\\1" : ""}${end}`;
      const longest = degree === 3 || refersBack ? 150 : degree === 2 ? 2000 : Infinity;
      const edge = Math.min(longest, 2000);
      const [schema, valueOf] = place(pattern, edge);
      const outcome = judgesOf(schema, { Text: { type: "string" } });
      if (!("judges" in outcome)) throw new Error(`${pattern}: ${outcome.refusals.join()}`);
      const { guard, list, interpret } = outcome.judges;
      for (const length of [edge - 1, edge, edge + 1]) {
        const written = text.character.repeat(length - text.last.length) + text.last;
        const value = valueOf(written);
        const isLimited = JSON.stringify(schema).includes(`"maxLength":${edge},`);
        const matches = new RegExp(pattern, "u").test(written);
        const fits = length <= (isLimited ? edge : longest) && matches;
        if (fits) found.fit++;
        else if (matches) found.tooLong++;
        else found.mismatch++;
        expect({ pattern, length, guard: guard(value), list: list(value).length === 0, interpreter: interpret(value) }).toEqual({
          pattern,
          length,
          guard: fits,
          list: fits,
          interpreter: fits,
        });
      }
    },
  );
  fc.assert(property, { numRuns: 60, seed: 1 });
  // Each of these has to occur, or the test shows little.
  expect(Math.min(found.fit, found.tooLong, found.mismatch)).toBeGreaterThan(15);
});
