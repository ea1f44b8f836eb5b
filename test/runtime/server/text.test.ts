import fc from "fast-check";
import { expect, test } from "vitest";
import { MalformedText, decodeUtf8, parseJson, parseObject, parseText } from "../../../templates/runtime/server/text.js";

const shape = { properties: { list: { items: ["integer"] as const }, one: ["string"] as const } };

test("names of lists may be repeated, others may not", () => {
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

test("an integer beyond 2^53 is read as by JSON.parse, or remains text if that is allowed", () => {
  const digits = "9007199254740993";
  expect(parseText(digits, ["integer"])).toBe(JSON.parse(digits));
  expect(parseText(`-${digits}`, ["number"])).toBe(JSON.parse(`-${digits}`));
  expect(parseText("1e400", ["number"])).toBe("1e400");
  expect(parseText(digits, ["integer", "string"])).toBe(digits);
  expect(parseText("9007199254740991", ["integer", "string"])).toBe(9007199254740991);
});

test.each([
  ['{"a":[1,"]}{["]}', { a: [1, "]}{["] }],
  ['"\\"[[[["', '"[[[['],
  ['{"constructor":{"prototype":1}}', { constructor: { prototype: 1 } }],
  ['{"a":"__proto__"}', { a: "__proto__" }],
  ["[[[]]]", [[[]]]],
  ['[[[]],[[]],{"a":[]}]', [[[]], [[]], { a: [] }]],
  ["null", null],
])("%s", (text, expected) => {
  expect(parseJson(text, 3)).toEqual(expected);
});

test.each([
  ["", "The body is not JSON."],
  ["{", "The body is not JSON."],
  ["{'a':1}", "The body is not JSON."],
  ["[1,]", "The body is not JSON."],
  ["NaN", "The body is not JSON."],
  ["1 2", "The body is not JSON."],
  ["[[[[]]]]", "The body nests more than 3 levels deep."],
  ['{"a":{"b":{"c":{}}}}', "The body nests more than 3 levels deep."],
  ['{"__proto__":{"admin":true}}', "The body has a property __proto__, which is not allowed."],
  ['{"a":[{"\\u005f_proto__":1}]}', "The body has a property __proto__, which is not allowed."],
  ["1e400", "The body has a number beyond the range of a double."],
  ['{"a":[-1E+999]}', "The body has a number beyond the range of a double."],
])("rejected: %s", (text, message) => {
  expect(() => parseJson(text, 3)).toThrow(message);
});

test("each number is finite", () => {
  const digits = fc.tuple(fc.constantFrom("1", "9", "0.1", "1.7"), fc.constantFrom("0", "9"), fc.integer({ min: 0, max: 320 }));
  const number = fc
    .tuple(digits, fc.constantFrom("", "e0", "e+1", "E-10", "e9", "e60", "e99", "e0308", "e308", "e309", "E+999", "e-999"))
    .map(([[start, digit, count], exponent]) => start + digit.repeat(count) + exponent);
  const texts = fc.array(fc.oneof(number, fc.constantFrom('"1e999"', "null", JSON.stringify("9".repeat(400)))), { maxLength: 5 });
  fc.assert(
    fc.property(texts, (items) => {
      const text = `{ "a": [${items.join(", ")}] }`;
      const { a } = JSON.parse(text) as { a: unknown[] };
      if (a.includes(Infinity)) expect(() => parseJson(text, 3)).toThrow("beyond the range");
      else expect(parseJson(text, 3)).toEqual({ a });
    }),
    { numRuns: 1_000 },
  );
});

test("bombs of brackets", () => {
  expect(() => parseJson("[".repeat(1_000_000), 64)).toThrow("nests more than 64 levels deep");
  expect(() => parseJson(`"${"[".repeat(1_000_000)}`, 64)).toThrow("not JSON");
});

test("UTF-8", () => {
  expect(decodeUtf8(new TextEncoder().encode("ä€😀"))).toBe("ä€😀");
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toBe("{}");
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
    expect(() => decodeUtf8(Uint8Array.from(bytes))).toThrow("The body is not UTF-8.");
  }
});

test("whether text is an integer depends on its digits, not on the double", () => {
  for (const text of ["9007199254740991.4", "9007199254740990.6", "-9007199254740991.4", "1e-400", "90071992547409914e-1"]) {
    expect(parseText(text, ["integer"]), text).toBe(text);
  }
  for (const text of ["12", "-0", "1.0", "1.50e1", "10e-1", "100.0e-2", "0e-5", "0.0e-5"]) {
    expect(parseText(text, ["integer"]), text).toBe(Number(text));
  }
});
