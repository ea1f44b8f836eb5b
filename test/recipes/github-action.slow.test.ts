import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createProject, readRecipe, type Project } from "./project.js";

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly shell: string;
  readonly "working-directory": string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

const { inputs, runs } = readRecipe("action.yml") as {
  inputs: Readonly<Record<string, { description: string; default: string }>>;
  runs: { using: string; steps: readonly Step[] };
};

describe("the action", () => {
  test("is composite, each step names its shell, and no input becomes text of a script", () => {
    expect(runs.using).toBe("composite");
    expect(runs.steps.map(({ shell }) => shell)).toEqual(["bash", "bash", "bash"]);
    expect(runs.steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  });

  test("uses every input it declares, and no other", () => {
    const used = JSON.stringify(runs).matchAll(/inputs\.([a-z-]+)/g);
    expect([...new Set([...used].map(([, name]) => name))].sort()).toEqual(Object.keys(inputs).sort());
  });
});

describe("what it runs", () => {
  let project: Project;

  beforeAll(() => {
    project = createProject();
  });
  beforeEach(() => project.reset());

  test("passes for a contract with up-to-date output and without breaking changes", () => {
    expect(use({ base: "HEAD" }).map(({ name, code }) => [name, code])).toEqual([
      ["Check the contract and the generated code", 0],
      ["Look for breaking changes", 0],
    ]);
  });

  test("annotates an error of the contract, and writes SARIF to the given file", () => {
    project.change("label: Restart", "lable: Restart");
    const [step] = use({ sarif: "contract.sarif" });
    expect(step?.code).toBe(1);
    expect(step?.output).toContain("::error file=spec/openapi.yaml,line=76,");
    expect(JSON.parse(project.read("contract.sarif"))).toMatchObject({ version: "2.1.0" });
  });

  test("fails if the output is stale, unless the repository has none", () => {
    project.change("label: Restart", "label: Start again");
    expect(use({}).map(({ code }) => code)).toEqual([3]);
    expect(use({ generated: "false" }).map(({ name, code }) => [name, code])).toEqual([["Check the contract", 0]]);
  });

  test("fails on changes that break clients, and reports them in the summary", () => {
    project.change("minimum: 64", "minimum: 128");
    const [, diff] = use({ base: "HEAD", contract: "spec/openapi.yaml", generated: "false" });
    expect(diff?.code).toBe(4);
    expect(project.read("summary.md")).toContain("request-limit-tightened");
  });

  test("treats an input as a value, whatever its text", () => {
    const [step] = use({ contract: "spec/openapi.yaml; touch evaluated $(touch evaluated)", generated: "false" });
    expect(step?.code).toBe(1);
    expect(existsSync(path.join(project.folder, "evaluated"))).toBe(false);
  });

  /** Runs the steps as a runner does: those whose condition holds, up to the first that fails. */
  function use(given: Readonly<Record<string, string>>): { name: string; code: number; output: string }[] {
    const values: Record<string, string> = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [name, input.default]),
    );
    Object.assign(values, given);
    const fill = (text: string) => text.replace(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_match, name: string) => values[name]!);
    const ran: { name: string; code: number; output: string }[] = [];
    for (const { name, if: condition, env, run } of runs.steps) {
      if (condition !== undefined && !holds(condition, values)) continue;
      const filled = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, fill(text)]));
      const summary = path.join(project.folder, "summary.md");
      ran.push({ name, ...project.run(run, { ...filled, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary }) });
      if (ran.at(-1)!.code !== 0) break;
    }
    return ran;
  }
});

/** Conditions of the form `inputs.name == 'value'`. */
function holds(condition: string, values: Readonly<Record<string, string>>): boolean {
  const [, name, operator, value] = /^inputs\.([a-z-]+) (==|!=) '([^']*)'$/.exec(condition)!;
  return (values[name!] === value) === (operator === "==");
}
