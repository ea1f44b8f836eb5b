import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeSegment, formatPointer, parsePointer, unescapeSegment } from "../../templates/runtime/json.js";

describe("JSON pointers", () => {
  it.each([
    ["", []],
    ["/", [""]],
    ["/foo/0", ["foo", "0"]],
    ["/a~1b/m~0n/~01", ["a/b", "m~n", "~1"]],
    ['/c%d/ /k"l', ["c%d", " ", 'k"l']],
    ["//", ["", ""]],
  ])("%j names the keys %j, and back", (pointer, keys) => {
    expect(parsePointer(pointer)).toEqual(keys);
    expect(formatPointer(keys)).toBe(pointer);
  });

  it("may contain indexes", () => {
    expect(formatPointer(["items", 3])).toBe("/items/3");
  });

  it("give back every key", () => {
    const key = fc.oneof(fc.string(), fc.stringMatching(/^[~/01]*$/));
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        expect(parsePointer(formatPointer(keys))).toEqual(keys);
        for (const each of keys) expect(unescapeSegment(escapeSegment(each))).toBe(each);
      }),
    );
  });
});
