import { readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { writeFiles } from "../support/write-files.js";

// What editors show at the marks of a program. `npx vitest run test/emit/hovers.slow.test.ts -u` accepts it: read the diff.

/** Compiles a contract and returns what the language service says at each mark of a program next to the output. */
async function hoversOf(contract: string, program: (files: readonly OutputFile[]) => string): Promise<string[]> {
  const { files, diagnostics } = await compile(path.basename(contract), {
    workingFolder: path.dirname(contract),
    template: readTemplate,
  });
  if (!files) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const folder = temporaryFolder();
  const uses = path.join(folder, "uses.ts");
  const text = program(files);
  writeFiles(folder, [...files, { path: "package.json", text: '{ "type": "module" }' } as OutputFile]);
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    types: [],
  };
  const read = (file: string) => (file === uses ? text : ts.sys.readFile(file));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [uses],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const content = read(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: () => repositoryPath("node_modules/typescript/lib/lib.d.ts"),
    fileExists: (file) => file === uses || ts.sys.fileExists(file),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  });
  return [...text.matchAll(/\/\*\?\*\//g)].map(({ index }) => {
    const info = service.getQuickInfoAtPosition(uses, index + "/*?*/".length);
    const comment = ts.displayPartsToString(info?.documentation);
    const lines = comment && `${comment.replace(/^/gm, "// ").replace(/ +$/gm, "")}\n`;
    return `${ts.displayPartsToString(info?.displayParts)}\n${lines}`;
  });
}

/** Internals of the output, and what TypeScript leaves out. */
const unreadable = /operations\[|components\[|NonNullable|\bmore\b|\.\.\.;/;

const withoutComment = (hover: string) => hover.replace(/^\/\/.*\n/gm, "");

test("hovers of operations and actions are readable in one line or as the literal shape", async () => {
  const folder = repositoryPath("test/emit/hovers");
  const hovers = await hoversOf(path.join(folder, "openapi.yaml"), () => readFileSync(path.join(folder, "uses.ts.txt"), "utf8"));
  expect(hovers.filter((hover) => unreadable.test(withoutComment(hover)))).toEqual([]);
  await expect(hovers.join("\n")).toMatchFileSnapshot(path.join(folder, "hovers.txt"));
});

test("hovers of the actions of this project are, too", async () => {
  const hovers = await hoversOf(repositoryPath("spec/openapi.yaml"), (files) => {
    const actions = files.find((file) => file.path === "actions.ts")!.text;
    const types = [...actions.matchAll(/^export interface (\w+)Actions \{\n([^]*?)^\}/gm)].map(
      ([, type, body]) => [type!, [...body!.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name!)] as const,
    );
    const calls = types.flatMap(([type, names]) =>
      names.map((name) => `(calls: ${type}ActionCalls) => { const called = calls./*?*/${name}; return called; },`),
    );
    const names = types.map(([type]) => `${type}ActionCalls`).join(", ");
    return `import type { ${names} } from "./client/index.js";\nexport const uses = [\n${calls.join("\n")}\n];\n`;
  });
  expect(hovers.length).toBeGreaterThan(80);
  expect(hovers.filter((hover) => unreadable.test(withoutComment(hover)))).toEqual([]);
  await expect(hovers.join("\n")).toMatchFileSnapshot(repositoryPath("test/emit/hovers/project.txt"));
});
