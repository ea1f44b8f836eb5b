import { expect, test } from "vitest";
import { contract, diagnosticsOf } from "./lint-text.js";

const withProperties = (count: number) => {
  const properties = Array.from({ length: count }, (_, index) => `p${index}: { type: boolean }`).join(", ");
  return contract({ actions: `restart: { body: { type: object, properties: { ${properties} } } }` });
};

test("more than 1,000 properties are refused", () => {
  expect(diagnosticsOf("too-many-properties", withProperties(1000))).toEqual([]);
  expect(diagnosticsOf("too-many-properties", withProperties(1001)).map(({ message }) => message)).toEqual([
    "the object has 1001 properties; more than 1000 are not supported",
  ]);
});
