import type { Rule } from "../rule.js";

/** A constant beyond 2^53 is printed as written, but validators and most readers of JSON see the nearest double. */
export const unsafeInteger: Rule = {
  code: "unsafe-integer",
  check({ writtenIntegers, places, report }) {
    for (const { holder, key, value, digits } of writtenIntegers.all) {
      report("unsafe-integer", { digits, read: BigInt(value).toString() }, places.value(holder, key));
    }
  },
};
