import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Project, ts } from "ts-morph";
import { expect } from "vitest";
import { repositoryPath } from "./repository.js";

/** The options that generated code must pass: the strictest a user's project may have. */
const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  noEmit: true,
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2022", "dom"],
  types: [],
};

/** Type errors that the native compiler finds in a folder, as it prints them. `more`: options in place of the usual ones. */
export async function typeCheckNatively(folder: string, more: object = {}): Promise<string> {
  const config = path.join(mkdtempSync(path.join(tmpdir(), "type-check-")), "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...options, ...more }, include: [`${folder}/**/*.ts`] }));
  const tsc = repositoryPath("node_modules/typescript-native/bin/tsc");
  try {
    await promisify(execFile)(process.execPath, [tsc, "-p", config], { maxBuffer: 1 << 26 });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Type errors that the compiler which ts-morph carries finds in some files. */
export function typeCheck(files: readonly string[]): string[] {
  const { options: compilerOptions, errors } = ts.convertCompilerOptionsFromJson(options, repositoryPath("."));
  expect(errors).toEqual([]);
  const project = new Project({ compilerOptions, skipLoadingLibFiles: false });
  project.addSourceFilesAtPaths([...files]);
  return project
    .getPreEmitDiagnostics()
    .map(
      (found) =>
        `${found.getSourceFile()?.getFilePath()}:${found.getLineNumber()} ${ts.flattenDiagnosticMessageText(found.compilerObject.messageText, " ")}`,
    );
}
