import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("a default that the schema rejects is a warning", () => {
  expect(findings("default-invalid", contract({ schemas: "Pet: { type: integer, default: '5' }" }))).toEqual([
    "['5'] warning the default is invalid, so servers don't fill it in: not of type integer",
  ]);
  expect(findings("default-invalid", contract({ schemas: "Pet: { type: string, enum: [a, b], default: c }" }))).toEqual([
    "[c] warning the default is invalid, so servers don't fill it in: not one of the allowed values",
  ]);
});

test("every keyword counts", () => {
  expect(findings("default-invalid", contract({ schemas: "Pet: { type: string, maxLength: 2, default: small }" }))).toEqual([
    expect.stringMatching(/^\[small\] warning the default is invalid, so servers don't fill it in: must .*2 characters/),
  ]);
});

test("other defaults are valid", () => {
  expect(
    findings(
      "default-invalid",
      contract({ schemas: "Pet: { type: string, enum: [a, b], default: b, properties: { default: { type: string } } }" }),
    ),
  ).toEqual([]);
});
