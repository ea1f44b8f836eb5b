import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** A constant beyond 2^53 is printed as written, but validators and most readers of JSON see the nearest double. */
export const unsafeInteger = defineRule({
  code: "unsafe-integer",
  severity: "warning",
  message: ({ digits, read }: { digits: string; read: string }) =>
    `the integer ${quote(digits)} is beyond 2^53, where numbers lose digits: most readers of JSON see ${quote(read)}`,
  hint: "Use strings for identifiers of 64 bits. Keep limits within 9007199254740991.",
  cause:
    "`JSON.parse` and most readers of JSON hold numbers as doubles, which are exact up to 2^53. Beyond, the nearest double stands for the integer: validators compare with that one. `openapi.json`, types and docs have it as it is written.",
  bad: "OrderId: { type: integer, maximum: 9223372036854775807 }",
  good: 'OrderId: { type: string, pattern: "^[0-9]{1,19}$" }',
  at: "schemas",

  check({ writtenIntegers, locations }, report) {
    for (const { holder, key, value, digits } of writtenIntegers.all) {
      report({ digits, read: BigInt(value).toString() }, locations.value(holder, key));
    }
  },
});
