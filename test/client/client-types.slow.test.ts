import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";

test("calls that violate the contract don't compile", async () => {
  expect(await typeCheckNatively(repositoryPath("test/client/types"))).toBe("");
});
