import { expect, test } from "vitest";
import { contract, diagnosticsOf } from "./lint-text.js";

const withProperties = (count: number) => {
  const properties = Array.from({ length: count }, (_, index) => `p${index}: { type: boolean }`).join(", ");
  return contract({ actions: `restart: { body: { type: object, properties: { ${properties} } } }` });
};

test("more than 1,000 properties are rejected", () => {
  expect(diagnosticsOf("too-many-properties", withProperties(1000))).toEqual([]);
  expect(diagnosticsOf("too-many-properties", withProperties(1001)).map(({ message }) => message)).toEqual([
    "the object's 1001 properties exceed the limit of 1000",
  ]);
});
