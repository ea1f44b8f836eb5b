import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("integers beyond 2^53, in any location", () => {
  const schemas = "Id: { type: integer, minimum: -9007199254740993, enum: [9007199254740992], default: 9223372036854775807 }";
  const message = (digits: string, read: string) =>
    `[${digits}] warning the integer "${digits}" is beyond 2^53, where numbers lose digits: most JSON parsers read "${read}"`;
  expect(findings("unsafe-integer", contract({ schemas }))).toEqual([
    message("-9007199254740993", "-9007199254740992"),
    message("9007199254740992", "9007199254740992"),
    message("9223372036854775807", "9223372036854775808"),
  ]);
});

test("numbers up to 2^53, and numbers with an exponent, are valid", () => {
  const schemas = "Id: { type: number, minimum: -9007199254740991, maximum: 9007199254740991, exclusiveMaximum: 1e300 }";
  expect(findings("unsafe-integer", contract({ schemas }))).toEqual([]);
});
