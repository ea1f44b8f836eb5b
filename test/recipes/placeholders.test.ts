import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

test("recipes can be copied unchanged", () => {
  const files = readdirSync(repositoryPath("recipes")).map((file) => `recipes/${file}`);
  const found = files.flatMap((file) =>
    [...readFileSync(repositoryPath(file), "utf8").matchAll(/(?<!\w)<[a-z-]+>|…/g)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
