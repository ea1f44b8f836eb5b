import { expect, test } from "vitest";
import { decodeUtf8, parseJson } from "../../../templates/runtime/server/text.js";

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
])("refused: %s", (text, message) => {
  expect(() => parseJson(text, 3)).toThrow(message);
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
