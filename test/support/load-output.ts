import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ts } from "ts-morph";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { repositoryPath } from "./repository.js";

/** JavaScript of modules by their TypeScript: the runtime is the same in every output. */
const transpiled = new Map<string, string>();

function transpile(text: string): string {
  const known = transpiled.get(text);
  if (known !== undefined) return known;
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, verbatimModuleSyntax: true },
  });
  transpiled.set(text, outputText);
  return outputText;
}

/** Writes emitted files as JavaScript into a new folder; returns how to import one of them by its `.ts` path, and the folder. */
export function loadOutput(
  files: readonly OutputFile[],
): ((file: string) => Promise<Record<string, unknown>>) & { readonly folder: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "output-"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(repositoryPath("node_modules"), path.join(folder, "node_modules"));
  for (const file of files) {
    if (!file.path.endsWith(".ts")) continue;
    const target = path.join(folder, file.path.replace(/\.ts$/, ".js"));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, transpile(file.text));
  }
  const load = (file: string) =>
    import(pathToFileURL(path.join(folder, file.replace(/\.ts$/, ".js"))).href) as Promise<Record<string, unknown>>;
  return Object.assign(load, { folder });
}
