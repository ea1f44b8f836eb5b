import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { catalog } from "../../generator/cli/catalog.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { printConcise } from "../../generator/diagnostics/print/concise.js";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const { tasks } = JSON.parse(readFileSync(repositoryPath("templates/init/.vscode/tasks.json"), "utf8")) as {
  tasks: readonly [{ command: string; problemMatcher: { pattern: { regexp: string } & Record<string, number> } }];
};
const [{ command, problemMatcher }] = tasks;

test("the task's problems are found in the output of its command", async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "spec"));
  const contract = readFileSync(repositoryPath("templates/init/spec/openapi.yaml"), "utf8");
  const wrong = contract.replace("label: Restart", "lable: Restart").replace("url: /\n", "url: https://api.example.com\n");
  writeFileSync(path.join(folder, "spec/openapi.yaml"), wrong);
  const [program, ...args] = command.replace("npx --no -- ", "").split(" ");
  expect(program).toBe("openapi-actions");
  const { stderr } = await runCli(folder, args);
  expect(matches(stderr)).toEqual([
    {
      file: "spec/openapi.yaml",
      line: "8",
      column: "10",
      severity: "warning",
      code: "redocly/no-server-example.com",
      message: "Server `url` should not point to example.com or localhost",
    },
    {
      file: "spec/openapi.yaml",
      line: "76",
      column: "11",
      severity: "error",
      code: "action-shape",
      message: 'unknown key "lable" in an action',
    },
  ]);
});

test("every problem with a location is found, whatever the file and the text", () => {
  const location = fc.record({
    path: fc.stringMatching(/^[a-z ./:()\\-]+[a-z]$/),
    line: fc.integer({ min: 1, max: 1e6 }),
    column: fc.integer({ min: 1, max: 1e6 }),
  });
  const code = fc.constantFrom(...catalog.keys(), "redocly/info-license", "acme/action-label");
  const severity = fc.constantFrom("error" as const, "warning" as const);
  fc.assert(
    fc.property(
      location,
      code,
      severity,
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
      (at, name, level, message) => {
        const diagnostic: Diagnostic = { code: name, severity: level, message, location: at, related: [] };
        const [match, ...others] = matches(printConcise(diagnostic));
        expect(others).toEqual([]);
        const { line, column } = at;
        expect(match).toMatchObject({ line: `${line}`, column: `${column}`, severity: level, code: name });
      },
    ),
  );
});

/** The output as VS Code reads it: the groups of the pattern, line by line. */
function matches(output: string): Record<string, string>[] {
  const { regexp, ...groups } = problemMatcher.pattern;
  return output.split("\n").flatMap((line) => {
    const match = new RegExp(regexp).exec(line);
    return match ? [Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, match[group as number]!]))] : [];
  });
}
