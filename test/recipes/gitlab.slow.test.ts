import { beforeAll, beforeEach, expect, test } from "vitest";
import { createProject, readRecipe, type Project } from "./project.js";

interface Job {
  readonly extends?: string;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly artifacts?: { readonly paths?: readonly string[]; readonly reports: Readonly<Record<string, string>> };
}

const jobs = readRecipe("recipes/gitlab.yml") as Readonly<Record<string, Job>>;

let project: Project;

beforeAll(() => {
  project = createProject();
});
beforeEach(() => project.reset());

test("each job installs the project first", () => {
  const names = Object.keys(jobs).filter((name) => !name.startsWith("."));
  expect(names).toEqual(["openapi-actions", "openapi-actions-diff"]);
  for (const name of names) expect(jobs[jobs[name]!.extends!]?.before_script).toEqual(["npm ci"]);
});

test("the check passes, and leaves the reports that GitLab reads", () => {
  expect(run("openapi-actions")).toBe(0);
  expect(reportsOf("openapi-actions")).toEqual({ codequality: "[]\n", junit: expect.stringContaining("<testsuite") });
});

test("an error of the contract fails it, and is in the reports", () => {
  project.change("label: Restart", "lable: Restart");
  expect(run("openapi-actions", { CONTRACT: "spec/openapi.yaml" })).toBe(1);
  const { codequality, junit } = reportsOf("openapi-actions");
  expect(JSON.parse(codequality!)).toMatchObject([
    { check_name: "action-shape", location: { path: "spec/openapi.yaml", lines: { begin: 76 } } },
  ]);
  expect(junit).toContain("action-shape");
});

test("stale output fails it", () => {
  project.change("label: Restart", "label: Start again");
  expect(run("openapi-actions")).toBe(3);
});

test("a merge request that breaks clients fails, with the reason", () => {
  const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: project.run("git rev-parse HEAD").output.trim() };
  expect(run("openapi-actions-diff", base)).toBe(0);
  project.change("minimum: 64", "minimum: 128");
  expect(run("openapi-actions-diff", base)).toBe(4);
  expect(project.read("changes.md")).toContain("request-limit-tightened");
  expect(JSON.parse(reportsOf("openapi-actions-diff")["codequality"]!)).toMatchObject([
    { location: { path: "spec/openapi.yaml" } },
  ]);
});

/** Runs the script of a job and returns its exit code. */
function run(job: string, environment: NodeJS.ProcessEnv = {}): number {
  return project.run(jobs[job]!.script!.join("\n"), environment).code;
}

function reportsOf(job: string): Record<string, string> {
  return Object.fromEntries(Object.entries(jobs[job]!.artifacts!.reports).map(([kind, file]) => [kind, project.read(file)]));
}
