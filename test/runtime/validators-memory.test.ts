import { describe, expect, test } from "vitest";
import { type Validate, escapeName, validateOnce, run } from "../../templates/runtime/validators/guard.js";

const error = { instancePath: "/a", schemaPath: "#", keyword: "k", params: {}, message: "must be otherwise" };

/** A validator of objects whose `fits` says it, and how often it was called. */
function counting(): { validate: Validate; calls: () => number } {
  let calls = 0;
  const validate: Validate = (value) => {
    calls++;
    const fits = (value as { fits?: boolean }).fits === true;
    validate.errors = fits ? null : [error];
    return fits;
  };
  return { validate, calls: () => calls };
}

/** Runs a function within one check. */
function within(check: () => void): void {
  run(() => (check(), true), {});
}

describe("validateOnce", () => {
  test("calls a validator once for each part of a value", () => {
    const { validate, calls } = counting();
    const [good, bad] = [{ fits: true }, { fits: false }];
    within(() => {
      expect([validateOnce(validate, good), validateOnce(validate, bad)]).toEqual([true, false]);
      expect([validateOnce(validate, bad), validate.errors]).toEqual([false, [error]]);
      expect([validateOnce(validate, good), validate.errors]).toEqual([true, null]);
    });
    expect(calls()).toBe(2);
  });

  test("tells validators apart", () => {
    const [one, other] = [counting(), counting()];
    const value = { fits: true };
    within(() => [validateOnce(one.validate, value), validateOnce(other.validate, value)]);
    expect([one.calls(), other.calls()]).toEqual([1, 1]);
  });

  test("ends where a value nests a thousand levels, and starts from none when a value is checked again", () => {
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

  test("asks again about texts and numbers, which have no identity", () => {
    const { validate, calls } = counting();
    within(() => [validateOnce(validate, "a"), validateOnce(validate, "a")]);
    expect(calls()).toBe(2);
  });

  test("asks again when a value is checked again, even if the check before broke off", () => {
    const { validate, calls } = counting();
    const value = { fits: true };
    within(() => validateOnce(validate, value));
    value.fits = false;
    expect(() =>
      run(() => {
        expect(validateOnce(validate, value)).toBe(false);
        throw new TypeError("broken off");
      }, value),
    ).toThrow("broken off");
    value.fits = true;
    within(() => expect(validateOnce(validate, value)).toBe(true));
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
