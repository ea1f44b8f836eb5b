import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  append,
  countCodePoints,
  equal,
  exceedsUtf8Bytes,
  findDuplicate,
} from "../../templates/runtime/validators/checks.js";

test("countCodePoints counts characters, not code units", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => countCodePoints(text) === [...text].length));
  expect(countCodePoints("\ud800")).toBe(1);
  expect(countCodePoints("\udc00\ud800")).toBe(2);
});

test("exceedsUtf8Bytes counts bytes as an encoder makes them", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.nat(40),
      (text, limit) => exceedsUtf8Bytes(text, limit) === Buffer.byteLength(text) > limit,
    ),
  );
  expect(exceedsUtf8Bytes("\ud800", 2)).toBe(true);
  expect(exceedsUtf8Bytes("\ud800", 3)).toBe(false);
});

describe("equal", () => {
  test("compares structures, whatever the order of their properties", () => {
    expect(equal({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
    expect(equal([1, 2], [2, 1])).toBe(false);
    expect(equal({}, [])).toBe(false);
    expect(equal({ a: undefined }, {})).toBe(false);
    expect(equal({ a: 1 }, { b: 1 })).toBe(false);
    expect(equal(null, {})).toBe(false);
    expect(equal(1, "1")).toBe(false);
  });

  test("takes properties such as valueOf and constructor for data", () => {
    const parse = (): unknown => JSON.parse('{"valueOf":1,"toString":2,"constructor":{},"__proto__":{"a":1}}');
    expect(equal(parse(), parse())).toBe(true);
    expect(equal(parse(), {})).toBe(false);
    expect(equal({}, JSON.parse('{"__proto__":{}}'))).toBe(false);
  });
});

describe("findDuplicate", () => {
  test("finds the first item that repeats an earlier one", () => {
    expect(findDuplicate([1, "1", true, null, 2, 1, 2])).toEqual({ i: 5, j: 0 });
    expect(findDuplicate([{ a: 1, b: 2 }, { a: 2 }, { b: 2, a: 1 }])).toEqual({ i: 2, j: 0 });
    expect(
      findDuplicate([
        [1, 2],
        [2, 1],
      ]),
    ).toBe(null);
    expect(findDuplicate([0, -0])).toEqual({ i: 1, j: 0 });
    expect(findDuplicate(["__proto__", "constructor", "__proto__"])).toEqual({ i: 2, j: 0 });
    expect(findDuplicate(["1", 1, [1], ["1"], { 1: 1 }, "[1]", "null", null])).toBe(null);
    expect(findDuplicate([[Infinity], [null]])).toBe(null);
  });

  test("agrees with comparing each item with each other", () => {
    const item = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;
    const repeats = (items: unknown[]) => items.some((a, i) => items.some((b, j) => j < i && equal(a, b)));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(item, fc.constantFrom(0, "", [], {}, null)), { maxLength: 8 }),
        (items) => (findDuplicate(items) !== null) === repeats(items),
      ),
    );
  });

  test("takes linear time for structures", () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    const start = process.cpuUsage();
    expect(findDuplicate(items)).toBe(null);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
  });
});

test("add and append keep the errors found before", () => {
  const errors = [{ instancePath: "/a", schemaPath: "#", keyword: "k", params: {}, message: "must be otherwise" }];
  expect(add(null, 1)).toEqual([1]);
  expect(add([1], 2)).toEqual([1, 2]);
  expect(append(null, errors, "/b")).toEqual([{ path: "/b", errors }]);
  expect(append([1], errors, "")).toEqual([1, { path: "", errors }]);
});
