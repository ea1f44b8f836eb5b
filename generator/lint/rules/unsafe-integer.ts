import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** An integer beyond 2^53 is printed as written, but validators and most JSON parsers use the nearest double. */
export const unsafeInteger = defineRule({
  code: "unsafe-integer",
  severity: "warning",
  message: ({ digits, read }: { digits: string; read: string }) =>
    `the integer ${quote(digits)} is beyond 2^53, where numbers lose digits: most JSON parsers read ${quote(read)}`,
  hint: "Use strings for 64-bit identifiers. Keep limits within 9007199254740991.",
  cause:
    "`JSON.parse` and most other parsers read numbers as doubles, which are exact up to 2^53. A larger integer becomes the nearest double, which is what validators compare with. `openapi.json`, types and docs contain the integer as written.",
  bad: "OrderId: { type: integer, maximum: 9223372036854775807 }",
  good: 'OrderId: { type: string, pattern: "^[0-9]{1,19}$" }',
  at: "schemas",

  check({ writtenIntegers, locations }, report) {
    for (const { holder, key, value, digits } of writtenIntegers.all) {
      report({ digits, read: BigInt(value).toString() }, locations.value(holder, key));
    }
  },
});
