import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { repositoryPath } from "../support/repository.js";
import { checkCommands } from "./commands.js";
import { fileNameOf, readExamples, replaceOutputs, type Example } from "./page.js";
import {
  createEmptyProject,
  createExampleProject,
  createOwnProject,
  createProjectOf,
  type Modules,
  type Project,
} from "./project.js";
import { runAgainstMock, runAgainstServer } from "./serve.js";

const operations = createProjectOf({
  "spec/openapi.yaml": "test/docs/contracts/operations.yaml",
  "src/cors.ts": "recipes/cors.ts",
});

/** The projects of pages whose examples need a contract. Those of other pages begin in an empty one. */
const projects: Readonly<Record<string, (modules: Modules) => Project>> = {
  "README.md": createExampleProject,
  "docs/actions.md": createExampleProject,
  "docs/adopt.md": createProjectOf({ "vendor.yaml": "test/docs/contracts/vendor.yaml" }),
  "docs/bindings.md": createProjectOf({ "spec/openapi.yaml": "test/selectors/contracts/lists.yaml" }),
  "docs/ci.md": createExampleProject,
  "docs/client.md": createOwnProject,
  "docs/diff.md": createExampleProject,
  "docs/docs-site.md": createExampleProject,
  "docs/expand.md": createExampleProject,
  "docs/fixtures.md": createExampleProject,
  "docs/getting-started.md": createExampleProject,
  "docs/live.md": createExampleProject,
  "docs/mcp.md": createExampleProject,
  "docs/mock.md": createOwnProject,
  "docs/production.md": operations,
  "docs/programmatic-api.md": createExampleProject,
  "docs/server.md": operations,
  "docs/testing.md": createExampleProject,
  "docs/webhooks.md": operations,
};

/** Pages that are tested elsewhere, or whose examples need what a test doesn't have. */
const elsewhere: Readonly<Record<string, string>> = {
  "docs/architecture.md": "test/docs/architecture.test.ts",
  "docs/diagnostics.md": "test/cli/reference.test.ts and test/lint",
  "docs/openapi-support.md": "test/features",
  "docs/proxy.md": "shows what passes between a client and an API",
};

const pages = ["README.md", ...listPages("docs"), ...listPages("docs/styles")].filter((page) => !(page in elsewhere));

describe.each(pages)("%s", (page) => {
  const file = repositoryPath(page);
  const markdown = readFileSync(file, "utf8");
  const examples = readExamples(markdown);
  const modules = examples.filter(({ language }) => language === "ts").map((example) => fileNameOf(example)!);
  const create = projects[page] ?? createEmptyProject;

  test.runIf(examples.length > 0).each<Modules>(modules.length > 0 ? ["module", "commonjs"] : ["module"])(
    "its examples compile, run and print what the page shows, in a project of type %s",
    async (type) => {
      const project = create(type);
      const outputs: string[] = [];
      for (const example of examples) {
        const printed = await tryExample(project, example);
        if (example.output !== undefined) outputs.push(printed);
      }
      expect(compile(project, modules)).toBe("");
      await expect(replaceOutputs(markdown, outputs)).toMatchFileSnapshot(file);
    },
  );

  test("its commands and flags exist", async () => {
    const commands = examples.filter(({ language }) => language === "sh").map(({ text }) => text);
    expect(await checkCommands(commands.join("\n"))).toEqual([]);
  });
});

test("the page of the programmatic API has an example of every function", () => {
  const markdown = readFileSync(repositoryPath("docs/programmatic-api.md"), "utf8");
  expect(readExamples(markdown).map((example) => fileNameOf(example) ?? example.text.trim())).toEqual([
    "lint.cjs",
    "lint.mts",
    "compile.mts",
    "validate.ts",
    "diff.mts",
    "documents.mts",
    "openapi-actions.config.ts",
    "npx openapi-actions lint",
    "npx openapi-actions generate --quiet && cat generated/actions.csv",
    "vite.config.ts",
  ]);
});

function listPages(folder: string): string[] {
  const files = readdirSync(repositoryPath(folder)).filter((file) => file.endsWith(".md"));
  return files.map((file) => `${folder}/${file}`);
}

/** Writes or runs an example. Returns what it prints, if the page shows that. */
async function tryExample(project: Project, example: Example): Promise<string> {
  const { language, text, output } = example;
  if (language === "" || language === "mermaid") return "";
  if (language === "sh")
    return output === undefined ? "" : text.startsWith("curl ") ? runAgainstMock(project, text) : project.run(text);
  if (language === "json") return JSON.stringify(JSON.parse(text));
  const name = fileNameOf(example);
  if (name === undefined) {
    if (language !== "yaml") throw new Error(`an example does not begin with the name of its file:\n${text}`);
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
    return "";
  }
  const existing = path.join(project.folder, name);
  if (language === "yaml" && /^spec\/|^\.github\//.test(name) && existsSync(existing)) {
    expect(unindented(readFileSync(existing, "utf8"))).toContain(unindented(text.slice(text.indexOf("\n") + 1)));
    return "";
  }
  if (!project.isGenerated && text.includes("/generated/") && !existsSync(path.join(project.folder, "src/handlers"))) {
    project.run("openapi-actions generate --quiet --scaffold src/handlers");
  }
  project.write(name, text);
  if (output === undefined) return "";
  if (language === "js") return project.runModule(name);
  const module = `build/${name.replace(/ts$/, "js")}`;
  if (text.includes("//localhost:8080")) {
    return compile(project, ["src/server.ts", name]) + (await runAgainstServer(project, module));
  }
  return compile(project, [name]) + project.runModule(module);
}

/** An excerpt of a file is indented less than the file. */
function unindented(text: string): string {
  return text.replaceAll(/^ +/gm, "");
}

/** Compiles modules of a page into `build/`, and returns the errors. */
function compile(project: Project, files: readonly string[]): string {
  if (files.length === 0) return "";
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    rootDir: ".",
    outDir: "build",
    module: "nodenext",
    target: "es2022",
    types: ["node"],
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
  return project.run(`node ${repositoryPath("node_modules/typescript-native/bin/tsc")} -p .`);
}
