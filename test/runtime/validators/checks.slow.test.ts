import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  append,
  countCodePoints,
  equal,
  exceedsUtf8Bytes,
  findDuplicate,
  isMultipleOf,
} from "../../../templates/runtime/validators/guard.js";
import { isDecimalMultiple } from "../../support/is-decimal-multiple.js";

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
  test("compares structures regardless of the order of properties", () => {
    expect(equal({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
    expect(equal([1, 2], [2, 1])).toBe(false);
    expect(equal({}, [])).toBe(false);
    expect(equal({ a: undefined }, {})).toBe(false);
    expect(equal({ a: 1 }, { b: 1 })).toBe(false);
    expect(equal(null, {})).toBe(false);
    expect(equal(1, "1")).toBe(false);
  });

  test("treats properties such as valueOf and constructor as data", () => {
    const parse = (): unknown => JSON.parse('{"valueOf":1,"toString":2,"constructor":{},"__proto__":{"a":1}}');
    expect(equal(parse(), parse())).toBe(true);
    expect(equal(parse(), {})).toBe(false);
    expect(equal({}, JSON.parse('{"__proto__":{}}'))).toBe(false);
  });
});

describe("findDuplicate", () => {
  test("finds the first item that repeats an earlier one", () => {
    expect(findDuplicate([1, "1", true, null, 2, 1, 2])).toEqual({
      i: 5,
      j: 0,
    });
    expect(findDuplicate([{ a: 1, b: 2 }, { a: 2 }, { b: 2, a: 1 }])).toEqual({
      i: 2,
      j: 0,
    });
    expect(
      findDuplicate([
        [1, 2],
        [2, 1],
      ]),
    ).toBe(null);
    expect(findDuplicate([0, -0])).toEqual({ i: 1, j: 0 });
    expect(findDuplicate(["__proto__", "constructor", "__proto__"])).toEqual({
      i: 2,
      j: 0,
    });
    expect(findDuplicate(["1", 1, [1], ["1"], { 1: 1 }, "[1]", "null", null])).toBe(null);
    expect(findDuplicate([[Infinity], [null]])).toBe(null);
  });

  test("agrees with comparing each item with each other", () => {
    const item = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;
    const repeats = (items: unknown[]) => items.some((a, i) => items.some((b, j) => j < i && equal(a, b)));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(item, fc.constantFrom(0, "", [], {}, null)), {
          maxLength: 8,
        }),
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

test("append keeps the errors found before", () => {
  const error = { instancePath: "/a", schemaPath: "#", keyword: "k", params: {}, message: "must be otherwise" };
  expect(append(null, [error], "/b")).toEqual([{ path: "/b", errors: [error] }]);
  expect(append([error], [error], "")).toEqual([error, { path: "", errors: [error] }]);
});

describe("isMultipleOf", () => {
  test("accepts every amount of cents as a multiple of 0.01", () => {
    const amounts = Array.from({ length: 10_000 }, (_, cents) =>
      Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`),
    );
    expect(amounts.filter((amount) => !isMultipleOf(amount, 0.01))).toEqual([]);
  });

  const cases: [value: number, divisor: number, expected: boolean][] = [
    [0.075, 0.01, false],
    [19.99, 0.01, true],
    [-19.99, 0.01, true],
    [19.999, 0.01, false],
    [0.30000000000000004, 0.1, false],
    [0.3, 0.1, true],
    [0, 0.1, true],
    [-0, 3, true],
    [1e21, 1, true],
    [1e21, 3, false],
    [1e23, 1e22, true],
    [1e300, 7, false],
    [1e300, 1e-7, true],
    [2e-7, 1e-7, true],
    [2.5e-7, 1e-7, false],
    [5e-324, 5e-324, true],
    [1e-323, 5e-324, true],
    [1, 5e-324, true],
    [1.7976931348623157e308, 5e-324, true],
    [5e-324, 1e300, false],
    [9007199254740991, 2, false],
    [4503599627370495.5, 0.5, true],
    [1, Number.MAX_VALUE, false],
    [Infinity, 1, false],
    [NaN, 1, false],
  ];
  test.each(cases)("%d by %d: %s", (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
    if (Number.isFinite(value)) expect(isDecimalMultiple(value, divisor)).toBe(expected);
  });

  const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: -30, max: 30 })).map(toNumber);
  const small = fc.tuple(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }), fc.integer({ min: -9, max: 3 })).map(toNumber);
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const value = fc.oneof(double, decimal, small, fc.maxSafeInteger());
  const divisor = value.map(Math.abs).filter((number) => number > 0);

  test("agrees with decimal division for any two doubles", () => {
    fc.assert(
      fc.property(value, divisor, (a, b) => isMultipleOf(a, b) === isDecimalMultiple(a, b)),
      { numRuns: 20_000 },
    );
  });

  test("agrees for multiples, their neighbours, and at the limits of what is computed without big integers", () => {
    const count = fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.maxSafeInteger());
    const decimals = fc.integer({ min: 0, max: 16 });
    const step = fc
      .tuple(fc.integer({ min: 1, max: 1_000_000 }), decimals)
      .map(([digits, of]) => toNumber([BigInt(digits), -of]));
    const near = fc.constantFrom(0, 1, -1);
    fc.assert(
      fc.property(count, step, near, (times, by, off) => {
        const product = neighbour(times * by, off);
        expect(isMultipleOf(product, by)).toBe(isDecimalMultiple(product, by));
        const [digits, exponent] = by.toExponential().split("e");
        const exact = Number(
          `${BigInt(times) * BigInt(digits!.replace(".", ""))}e${Number(exponent) - digits!.replace(".", "").length + 1}`,
        );
        expect(isMultipleOf(exact, by)).toBe(isDecimalMultiple(exact, by));
      }),
      { numRuns: 20_000 },
    );
    for (const edge of [1e15, 2 ** 53]) {
      for (const by of [0.001, 0.01, 0.1, 0.5, 1, 2, 3, 10]) {
        for (const off of [-1, 0, 1]) {
          for (const at of [edge, edge * by]) {
            expect(isMultipleOf(neighbour(at, off), by)).toBe(isDecimalMultiple(neighbour(at, off), by));
          }
        }
      }
    }
  });
});

function toNumber([digits, exponent]: readonly [bigint, number]): number {
  return Number(`${digits}e${exponent}`);
}

/** The next double above or below. */
function neighbour(number: number, direction: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, number);
  if (number !== 0) bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(direction));
  return bits.getFloat64(0);
}
