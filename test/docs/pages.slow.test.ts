import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";
import { checkCommands } from "./commands.js";
import { fileNameOf, readExamples, replaceOutputs, type Example } from "./page.js";
import { createExampleProject, createOwnProject, type Project } from "./project.js";

/** Pages whose examples are tried, each in a project of its own. `npx vitest run <this file> -u` accepts what is printed. */
const pages: Readonly<Record<string, () => Project>> = {
  "README.md": createExampleProject,
  "docs/getting-started.md": createExampleProject,
  "docs/server.md": createExampleProject,
  "docs/client.md": createOwnProject,
  "docs/fixtures.md": createExampleProject,
  "docs/diff.md": createExampleProject,
  "docs/expand.md": createExampleProject,
  "docs/docs-site.md": createExampleProject,
  "docs/ci.md": createExampleProject,
  "docs/mcp.md": createExampleProject,
  "docs/programmatic-api.md": createExampleProject,
};

describe.each(Object.entries(pages))("%s", (page, create) => {
  const file = repositoryPath(page);
  const markdown = readFileSync(file, "utf8");
  const examples = readExamples(markdown);

  test("its examples compile, run and print what the page shows", async () => {
    const project = create();
    const outputs: string[] = [];
    for (const example of examples) {
      const printed = tryExample(project, example);
      if (example.output !== undefined) outputs.push(printed);
    }
    expect(typeErrors(project, examples)).toBe("");
    await expect(replaceOutputs(markdown, outputs)).toMatchFileSnapshot(file);
  });

  test("its commands and flags exist", async () => {
    const commands = examples.filter(({ language }) => language === "sh").map(({ text }) => text);
    expect(await checkCommands(commands.join("\n"))).toEqual([]);
  });
});

test("the page of the programmatic API has an example of every function", () => {
  const markdown = readFileSync(repositoryPath("docs/programmatic-api.md"), "utf8");
  expect(readExamples(markdown).map((example) => fileNameOf(example) ?? example.text.trim())).toEqual([
    "lint.ts",
    "compile.ts",
    "validate.ts",
    "diff.ts",
    "documents.ts",
    "openapi-actions.config.ts",
    "npx openapi-actions lint",
    "npx openapi-actions generate --quiet && cat generated/actions.csv",
    "vite.config.ts",
  ]);
});

/** Writes or runs an example. Returns what it prints, if the page shows that. */
function tryExample(project: Project, example: Example): string {
  const { language, text, output } = example;
  if (language === "") return "";
  if (language === "sh") return output === undefined ? "" : project.run(text);
  const name = fileNameOf(example);
  if (language === "json") return JSON.stringify(JSON.parse(text));
  if (name === undefined) throw new Error(`an example does not begin with the name of its file:\n${text}`);
  if (language === "yaml" && /^spec\/|^\.github\//.test(name)) {
    expect(unindented(readFileSync(path.join(project.folder, name), "utf8"))).toContain(
      unindented(text.slice(text.indexOf("\n") + 1)),
    );
    return "";
  }
  if (!project.isGenerated && text.includes("/generated/") && !existsSync(path.join(project.folder, "src/handlers"))) {
    project.run("openapi-actions generate --quiet --scaffold src/handlers");
  }
  project.write(name, text);
  if (language !== "ts" || output === undefined) return "";
  return project.run(`node ${repositoryPath("node_modules/jiti/lib/jiti-cli.mjs")} ${name}`);
}

/** An excerpt of a file is indented less than the file. */
function unindented(text: string): string {
  return text.replaceAll(/^ +/gm, "");
}

/** Returns the type errors of all modules of a page. */
function typeErrors(project: Project, examples: readonly Example[]): string {
  const files = examples.filter(({ language }) => language === "ts").map((example) => fileNameOf(example)!);
  if (files.length === 0) return "";
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    types: ["node"],
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
  return project.run(`node ${repositoryPath("node_modules/typescript-native/bin/tsc")} -p .`);
}
