import { describe, expect, test } from "vitest";
import { allErrors, isLargerThan, type SchemaData } from "../../../templates/runtime/validators/all-errors.js";
import type { ValidationError } from "../../../templates/runtime/json.js";
import {
  type FoundErrors,
  type Validate,
  escapeName,
  guard,
  listErrors,
  run,
  validateOnce,
} from "../../../templates/runtime/validators/guard.js";

const error = (instancePath: string): ValidationError => ({
  instancePath,
  schemaPath: "#/type",
  keyword: "type",
  params: { type: "string" },
  message: "must be string",
});

/** A function as generated ones are. */
function validateWith(errorsOf: (value: unknown) => ValidationError[]): Validate {
  return (value) => {
    const errors = errorsOf(value);
    return errors.length === 0 ? null : errors;
  };
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

  test("rejects a value that overflows the stack", () => {
    const recurse: Validate = (value) => recurse(value) && null;
    const isFine = guard(recurse);
    expect(isFine({})).toBe(false);
    expect(isFine.errors).toEqual([
      { instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message: "must NOT be nested so deeply" },
    ]);
  });

  test("rethrows other failures: they are bugs", () => {
    const broken = guard(() => {
      throw new TypeError("bug");
    });
    expect(() => broken({})).toThrow(new TypeError("bug"));
  });
});

describe("allErrors", () => {
  const first = validateWith((value) => (value === "fine" ? [] : [error("/a")]));
  const texts: SchemaData = { at: "#", schema: { type: "array", items: { type: "string" } } };
  const numbers = (count: number) => Array.from({ length: count }, () => 1);

  test("lists nothing for a valid value, without the schema", () => {
    const unread = new Proxy(texts, {
      get: () => {
        throw new Error("it was read");
      },
    });
    expect(allErrors(first, unread)("fine")).toEqual([]);
    expect(() => allErrors(first, unread)("bad")).toThrow("it was read");
  });

  test("lists 100 errors by default", () => {
    const list = allErrors(first, texts);
    expect(list(numbers(300))).toHaveLength(100);
    expect(list(numbers(300), 7).map(({ instancePath }) => instancePath)).toEqual(["/0", "/1", "/2", "/3", "/4", "/5", "/6"]);
    expect(list(numbers(300), 1000)).toHaveLength(300);
    expect(list(numbers(300), 0)).toHaveLength(1);
  });

  test("gives the first error only for a large value", () => {
    expect(allErrors(first, texts)(numbers(10_000))).toEqual([error("/a")]);
  });

  test("gives the first error only if a schema is too much work", () => {
    const wide = { anyOf: Array.from({ length: 500 }, (_, index) => ({ const: index })) };
    const schema = { type: "array", items: wide, contains: { type: "string" } };
    const list = (count: number) =>
      allErrors(first, { at: "#", schema })(
        Array.from({ length: count }, () => 499),
        5,
      );
    expect(list(10).map(({ keyword }) => keyword)).toEqual(["type", "type", "type", "type", "type"]);
    expect(list(2_000)).toEqual([error("/a")]);
  });

  test("lists the function's errors if the schema reports no others", () => {
    expect(allErrors(first, { at: "#", schema: true })("bad")).toEqual([error("/a")]);
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

  test("treats a very long name as too large, as it is part of every path below", () => {
    expect(isLargerThan(10_000, { ["x".repeat(1000)]: 1 })).toBe(false);
    expect(isLargerThan(10_000, [{ ["x".repeat(1001)]: 1 }])).toBe(true);
  });

  test("visits no more than necessary, and doesn't recurse", () => {
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

const problem = { instancePath: "/a", schemaPath: "#", keyword: "k", params: {}, message: "must be otherwise" };

/** A validator of objects whose `fits` says it, and how often it was called. */
function counting(): { validate: Validate; calls: () => number } {
  let calls = 0;
  const validate: Validate = (value) => {
    calls++;
    return (value as { fits?: boolean }).fits === true ? null : [problem];
  };
  return { validate, calls: () => calls };
}

/** Runs a function within one check. */
function within(check: () => void): void {
  run(() => (check(), null), {});
}

describe("validateOnce", () => {
  test("calls a validator once for each part of a value", () => {
    const { validate, calls } = counting();
    const [good, bad] = [{ fits: true }, { fits: false }];
    within(() => {
      expect([validateOnce(validate, good), validateOnce(validate, bad)]).toEqual([null, [problem]]);
      expect([validateOnce(validate, bad), validateOnce(validate, good)]).toEqual([[problem], null]);
    });
    expect(calls()).toBe(2);
  });

  test("distinguishes validators", () => {
    const [one, other] = [counting(), counting()];
    const value = { fits: true };
    within(() => [validateOnce(one.validate, value), validateOnce(other.validate, value)]);
    expect([one.calls(), other.calls()]).toEqual([1, 1]);
  });

  test("fails beyond a thousand levels, and starts from zero when a value is validated again", () => {
    let calls = 0;
    const validate: Validate = (value) => {
      calls++;
      return validateOnce(validate, [value]);
    };
    for (const round of [1, 2]) {
      expect(run(validate, {})?.map(({ keyword }) => keyword)).toEqual(["depth"]);
      expect(calls).toBe(round * 1001);
    }
  });

  test("keeps only the last result for texts and numbers, of which there may be many", () => {
    const { validate, calls } = counting();
    within(() => ["a", "a", "b", "b", 1, 1, "a"].map((value) => validateOnce(validate, value)));
    expect(calls()).toBe(4);
  });

  test("repeats the call when a value is validated again, even after an aborted validation", () => {
    const { validate, calls } = counting();
    const value = { fits: true };
    within(() => validateOnce(validate, value));
    value.fits = false;
    expect(() =>
      run(() => {
        expect(validateOnce(validate, value)).toEqual([problem]);
        throw new TypeError("broken off");
      }, value),
    ).toThrow("broken off");
    value.fits = true;
    within(() => expect(validateOnce(validate, value)).toBe(null));
    expect(calls()).toBe(3);
  });
});

test.each(["", "plain", "a/b", "~", "~/", "~1/0", "é\u0000", "x".repeat(99) + "~/", "~/".repeat(500)])(
  "escapeName writes %j as JSON pointers do",
  (name) => {
    const expected = name.replace(/~/g, "~0").replace(/\//g, "~1");
    expect([escapeName(name), escapeName(name)]).toEqual([expected, expected]);
  },
);

test("errors of parts have the path to the part", () => {
  const inner: FoundErrors = [error(""), { path: "/c/0", errors: [error("/d")] }];
  const found: FoundErrors = [error("/a"), { path: "/b", errors: inner }, { path: "", errors: inner }, error("/e")];
  const paths = ["/a", "/b", "/b/c/0/d", "", "/c/0/d", "/e"];
  expect(listErrors(found, 100)).toEqual(paths.map(error));
  expect(inner).toEqual([error(""), { path: "/c/0", errors: [error("/d")] }]);
});

test("at most the requested number are listed, and at least one", () => {
  const found: FoundErrors = [error("/a"), { path: "/b", errors: [error("/c"), error("/d")] }, error("/e")];
  expect(listErrors(found, 2).map(({ instancePath }) => instancePath)).toEqual(["/a", "/b/c"]);
  expect(listErrors(found, 0)).toEqual([error("/a")]);
});

test("errors that double at each level are not visited one by one", () => {
  let found: FoundErrors = [error("")];
  for (let level = 0; level < 500; level++)
    found = [
      { path: "/l", errors: found },
      { path: "/r", errors: found },
    ];
  expect(listErrors(found, 3).map(({ instancePath }) => instancePath.slice(-6))).toEqual(["/l/l/l", "/l/l/r", "/l/r/l"]);
});
