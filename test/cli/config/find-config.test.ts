import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findConfigs } from "../../../generator/cli/config/find-config.js";
import { folderWith } from "./config-files.js";

const found = (folder: string, from: string) => findConfigs(path.join(folder, from)).map((file) => path.relative(folder, file));

test("the folder's own config comes first", () => {
  const folder = folderWith({ "openapi-actions.config.yaml": "", "packages/api/openapi-actions.config.ts": "" });
  mkdirSync(path.join(folder, ".git"));
  expect(found(folder, "packages/api")).toEqual(["packages/api/openapi-actions.config.ts"]);
});

test("the nearest above it is found in the same repository", () => {
  const folder = folderWith({ "openapi-actions.config.yaml": "", "packages/api/src/a.ts": "" });
  mkdirSync(path.join(folder, ".git"));
  expect(found(folder, "packages/api/src")).toEqual(["openapi-actions.config.yaml"]);
});

test("beyond the repository's root nothing is looked for", () => {
  const folder = folderWith({ "openapi-actions.config.yaml": "", "repository/src/a.ts": "" });
  mkdirSync(path.join(folder, "repository/.git"));
  expect(found(folder, "repository/src")).toEqual([]);
});

test("outside of a repository only the folder itself counts", () => {
  const folder = folderWith({ "openapi-actions.config.yaml": "", "src/a.ts": "" });
  expect(found(folder, "src")).toEqual([]);
  expect(found(folder, "")).toEqual(["openapi-actions.config.yaml"]);
});

test("several in one folder are all named", () => {
  const folder = folderWith({ "openapi-actions.config.yaml": "", "openapi-actions.config.ts": "" });
  expect(found(folder, "")).toEqual(["openapi-actions.config.ts", "openapi-actions.config.yaml"]);
});
