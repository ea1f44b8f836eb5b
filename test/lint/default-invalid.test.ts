import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("a default that the schema refuses is a warning", () => {
  expect(findings("default-invalid", contract({ schemas: "Pet: { type: integer, default: '5' }" }))).toEqual([
    "['5'] warning the default is not of type integer",
  ]);
  expect(findings("default-invalid", contract({ schemas: "Pet: { type: string, enum: [a, b], default: c }" }))).toEqual([
    "[c] warning the default is not one of the allowed values",
  ]);
});

test("other defaults are fine", () => {
  expect(
    findings(
      "default-invalid",
      contract({ schemas: "Pet: { type: string, enum: [a, b], default: b, properties: { default: { type: string } } }" }),
    ),
  ).toEqual([]);
});
