import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OutputFile } from "../../generator/typescript/output-file.js";

/** Writes emitted files into an empty folder of a package of ES modules; returns the paths of the TypeScript files. */
export function writeFiles(folder: string, files: readonly OutputFile[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
    writeFileSync(path.join(folder, file.path), file.text);
  }
  return files.filter((file) => file.path.endsWith(".ts")).map((file) => path.join(folder, file.path));
}
