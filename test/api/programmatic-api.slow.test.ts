import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const examples = readExamples(readFileSync(repositoryPath("docs/programmatic-api.md"), "utf8"));

let project: string;

beforeAll(() => {
  project = temporaryFolder();
  write("package.json", '{ "type": "module" }\n');
  mkdirSync(path.join(project, "node_modules/.bin"), { recursive: true });
  symlinkSync(repositoryPath("."), path.join(project, "node_modules/openapi-actions"));
  symlinkSync(repositoryPath("bin/openapi-actions.js"), path.join(project, "node_modules/.bin/openapi-actions"));
  for (const name of ["vite", "@types"])
    symlinkSync(repositoryPath(`node_modules/${name}`), path.join(project, "node_modules", name));
  cpSync(repositoryPath("templates/init/spec"), path.join(project, "spec"), { recursive: true });
  commitOlderContract();
  for (const { kind, name, text } of examples) if (kind === "module") write(name, text);
});

test("the document has examples of every function", () => {
  const names = examples.map(({ name }) => name);
  expect(names).toEqual([
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

test("the examples have no type errors", () => {
  const modules = examples.filter(({ kind }) => kind === "module").map(({ name }) => name);
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    types: ["node"],
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: modules }));
  const tsc = repositoryPath("node_modules/typescript-native/bin/tsc");
  expect(run(process.execPath, [tsc, "-p", "."])).toBe("");
});

test.each(examples.filter(({ output }) => output !== undefined))("$name prints what the document says", (example) => {
  expect(runExample(example)).toBe(example.output);
});

function runExample({ kind, name, text }: Example): string {
  // Without npx, which has warnings of its own to print.
  if (kind === "command") return run("sh", ["-c", `{ ${text.trim().replace("npx ", "")}; } 2>&1`]);
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
  });
  const module = name.replace(/\.ts$/, ".js");
  write(module, outputText);
  return run(process.execPath, [module]);
}

/** The commit that the comparison starts from: an action more, and a limit less. */
function commitOlderContract(): void {
  const file = path.join(project, "spec/openapi.yaml");
  const now = readFileSync(file, "utf8");
  const flush = "        flush: { label: Flush, summary: Forget everything., scopes: [service:write] }\n";
  writeFileSync(file, now.replace("        restart:\n", `${flush}        restart:\n`).replace("minimum: 64, ", ""));
  const git = (...args: string[]) => run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args]);
  git("init", "--quiet");
  git("add", "spec");
  git("commit", "--quiet", "--message", "older");
  writeFileSync(file, now);
}

function write(file: string, text: string): void {
  writeFileSync(path.join(project, file), text);
}

function run(command: string, args: readonly string[]): string {
  const bin = path.join(project, "node_modules/.bin");
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"]}`, NO_COLOR: "1", GITHUB_ACTIONS: "" };
  return execFileSync(command, args, { cwd: project, env, encoding: "utf8" });
}

/** One example of a document: a module or a command, and what it prints where the document shows that. */
interface Example {
  readonly kind: "module" | "command";
  /** The file's name, from the comment in its first line; for a command its text. */
  readonly name: string;
  readonly text: string;
  readonly output: string | undefined;
}

/** The examples of a Markdown document: blocks of `ts` and `sh`, each with the block of `text` that follows it. */
function readExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text: text! }));
  return blocks.flatMap(({ language, text }, index): Example[] => {
    if (language !== "ts" && language !== "sh") return [];
    const next = blocks[index + 1];
    const output = next?.language === "text" ? next.text : undefined;
    if (language === "sh") return [{ kind: "command", name: text.trim(), text, output }];
    const name = /^\/\/ (\S+\.ts)\n/.exec(text)?.[1];
    if (name === undefined) throw new Error(`an example does not begin with the name of its file:\n${text}`);
    return [{ kind: "module", name, text, output }];
  });
}
