import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";
import { typeCheck } from "../support/type-check.js";

test("handlers that violate the contract don't compile", () => {
  expect(typeCheck([repositoryPath("test/server/handler-types.ts")])).toEqual([]);
});
