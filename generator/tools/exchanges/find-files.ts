import { statSync } from "node:fs";
import path from "node:path";
import { glob, isDynamicPattern, escapePath } from "tinyglobby";
import { compare } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import { report as reportFile } from "../../document/diagnostics.js";
import { report } from "./diagnostics.js";

const extensions = "{yaml,yml,json,har}";

/** The files that paths, folders and globs lead to, each once, sorted; reports what leads to none. */
export async function findFiles(patterns: readonly string[], workingFolder: string, problems: Report): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const stats = statSync(path.resolve(workingFolder, pattern), { throwIfNoEntry: false });
    if (stats?.isFile()) found.add(path.resolve(workingFolder, pattern));
    else if (!stats && !isDynamicPattern(pattern))
      reportFile(problems, "file-unreadable", { path: pattern, reason: "there is no such file" });
    else {
      const folder = stats && escapePath(pattern.replace(/[\\/]+$/, ""));
      const files = await glob(folder === undefined ? pattern : `${folder}/**/*.${extensions}`, {
        cwd: workingFolder,
        absolute: true,
        expandDirectories: false,
      });
      if (files.length === 0) report(problems, "no-fixtures", { pattern });
      for (const file of files) found.add(path.resolve(file));
    }
  }
  return [...found].sort(compare);
}
