import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repositoryPath } from "../../support/repository.js";
import { expandFolder, expandSpec, expandValue } from "./expand-contract.js";

test("two runs give the same bytes", () => {
  expect(expandFolder(repositoryPath("spec")).files).toEqual(expandSpec().files);
});

test("the order of keys in the contract has no influence on the documents", () => {
  const contract = JSON.parse(readFileSync(repositoryPath("test/cases/one-action/expected/openapi.json"), "utf8")) as object;
  const documents = (value: object) => expandValue(value).files.filter(({ path }) => !path.endsWith(".map.json"));
  const expected = documents(contract);
  expect(expected).toHaveLength(2);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      expect(documents(shuffle(contract, numbers) as object)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

/** The same value with the keys of each object in another order. */
function shuffle(value: unknown, numbers: Iterator<number>): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, numbers));
  if (typeof value !== "object" || value === null) return value;
  const keyed = Object.entries(value).map((entry) => [numbers.next().value as number, entry] as const);
  const sorted = keyed.sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([, [key, item]]) => [key, shuffle(item, numbers)]));
}
