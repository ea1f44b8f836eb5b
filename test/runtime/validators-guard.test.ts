import { describe, expect, test, vi } from "vitest";
import { allErrors, isLargerThan } from "../../templates/runtime/validators/all-errors.js";
import { type Validate, type ValidationError, guard } from "../../templates/runtime/validators/guard.js";

const error = (instancePath: string): ValidationError => ({
  instancePath,
  schemaPath: "#/type",
  keyword: "type",
  params: { type: "string" },
  message: "must be string",
});

/** A function as generated ones are: it leaves its errors on itself. */
function validateWith(errorsOf: (value: unknown) => ValidationError[]): Validate {
  const validate = (value: unknown): boolean => {
    validate.errors = errorsOf(value);
    return validate.errors.length === 0;
  };
  validate.errors = [] as ValidationError[];
  return validate;
}

describe("guard", () => {
  test("keeps the errors of the last rejection only", () => {
    const isText = guard<string>(validateWith((value) => (typeof value === "string" ? [] : [error("")])));
    expect(isText.errors).toBe(null);
    expect(isText(1)).toBe(false);
    expect(isText.errors).toEqual([error("")]);
    expect(isText("a")).toBe(true);
    expect(isText.errors).toBe(null);
  });

  test("refuses a value that overflows the stack", () => {
    const recurse = (value: unknown): boolean => recurse(value) && false;
    const isFine = guard(recurse);
    expect(isFine({})).toBe(false);
    expect(isFine.errors).toEqual([
      { instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message: "must NOT be nested so deeply" },
    ]);
  });

  test("lets other failures through: they are bugs", () => {
    const broken = guard(() => {
      throw new TypeError("bug");
    });
    expect(() => broken({})).toThrow(new TypeError("bug"));
  });
});

describe("allErrors", () => {
  const first = validateWith((value) => (value === "fine" ? [] : [error("/a")]));
  const hundreds = validateWith(() => Array.from({ length: 300 }, (_, index) => error(`/${index}`)));

  test("lists nothing for a value that fits, without the second function", () => {
    const second = vi.fn<Validate>(hundreds);
    expect(allErrors(first, second)("fine")).toEqual([]);
    expect(second).not.toHaveBeenCalled();
  });

  test("lists 100 errors unless told", () => {
    const list = allErrors(first, hundreds);
    expect(list("bad")).toHaveLength(100);
    expect(list("bad", 7)).toHaveLength(7);
    expect(list("bad", 1000)).toHaveLength(300);
    expect(list("bad", 0)).toHaveLength(1);
  });

  test("gives the first error only for a large value", () => {
    const second = vi.fn<Validate>(hundreds);
    expect(allErrors(first, second)(Array.from({ length: 10_000 }, () => 1))).toEqual([error("/a")]);
    expect(second).not.toHaveBeenCalled();
  });
});

describe("isLargerThan", () => {
  test("counts values, names and text", () => {
    expect(isLargerThan(1, 1)).toBe(false);
    expect(isLargerThan(0, 1)).toBe(true);
    expect(isLargerThan(4, [1, 2, 3])).toBe(false);
    expect(isLargerThan(3, [1, 2, 3])).toBe(true);
    expect(isLargerThan(4, { a: 1 })).toBe(false);
    expect(isLargerThan(2, { a: 1 })).toBe(true);
    expect(isLargerThan(10, "x".repeat(900))).toBe(false);
    expect(isLargerThan(10, "x".repeat(901))).toBe(true);
    expect(isLargerThan(10, { ["x".repeat(1000)]: 1 })).toBe(true);
  });

  test("takes a very long name for too large, as it stands in every path below", () => {
    expect(isLargerThan(10_000, { ["x".repeat(1000)]: 1 })).toBe(false);
    expect(isLargerThan(10_000, [{ ["x".repeat(1001)]: 1 }])).toBe(true);
  });

  test("doesn't look at more than it has to, and doesn't recurse", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 1_000_000; depth++) deep = [deep];
    expect(isLargerThan(10_000, deep)).toBe(true);
    let reads = 0;
    const many = new Proxy(Array.from({ length: 1_000_000 }), {
      get: (target, key, receiver) => (reads++, Reflect.get(target, key, receiver) as unknown),
    });
    expect(isLargerThan(10_000, many)).toBe(true);
    expect(reads).toBeLessThan(10);
  });
});
