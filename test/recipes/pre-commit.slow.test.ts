import { beforeAll, beforeEach, expect, test } from "vitest";
import { createProject, readRecipe, type Project } from "./project.js";

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
  readonly language: string;
  readonly pass_filenames: boolean;
}

const hooks = readRecipe(".pre-commit-hooks.yaml") as readonly Hook[];

let project: Project;

beforeAll(() => {
  project = createProject();
});
beforeEach(() => project.reset());

test("the hooks run the project's installed version, once for all files", () => {
  expect(hooks.map(({ id, language, pass_filenames }) => [id, language, pass_filenames])).toEqual([
    ["openapi-actions-lint", "system", false],
    ["openapi-actions-generate", "system", false],
  ]);
});

test("they pass for a contract whose output is up to date", () => {
  expect(hooks.map(({ entry }) => project.run(entry).code)).toEqual([0, 0]);
});

test("they fail for an error of the contract and for stale output", () => {
  project.change("label: Restart", "label: Start again");
  expect(hooks.map(({ entry }) => project.run(entry).code)).toEqual([0, 3]);
  project.change("label: Resize", "lable: Resize");
  expect(hooks.map(({ entry }) => project.run(entry).code)).toEqual([1, 1]);
});
