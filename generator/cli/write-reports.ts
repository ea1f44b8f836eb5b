import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { isDocument, type ReportTarget } from "./formats.js";
import { printReport } from "./print-report.js";
import { relativeTo, repositoryRoot } from "./repository-paths.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { writeWhole } from "./write-whole.js";

/** Refuses what can't be: two documents on one stdout. */
export function checkTargets(targets: readonly ReportTarget[]): void {
  const [first, second] = targets.filter(({ format, file }) => file === undefined && isDocument(format));
  if (!first || !second) return;
  throw new UsageError(
    `--format ${first.format} and --format ${second.format} can't both go to stdout. Write one into a file: --format ${second.format}=<file>.`,
  );
}

/** Writes what is for other programs or into files; returns a diagnostic for each file that can't be written. */
export async function writeReports(
  targets: readonly ReportTarget[],
  found: readonly Diagnostic[],
  attached: Readonly<Record<string, object>>,
  terminal: Terminal,
): Promise<Diagnostic[]> {
  const failures: Diagnostic[] = [];
  const root = repositoryRoot(process.env);
  const inRepository = root === undefined ? found : relativeTo(root, found, process.cwd());
  for (const { format, file } of targets) {
    if (file === undefined && (format === "pretty" || format === "concise")) continue;
    const isForHost = format === "sarif" || format === "github" || format === "gitlab";
    const text = await printReport(format, isForHost ? inRepository : found, attached);
    if (file === undefined) (isDocument(format) ? terminal.out : terminal.err)(text);
    else {
      try {
        writeWhole(file, text);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        const { report } = await import("./diagnostics.js");
        report(failures, "report-unwritable", { path: file, reason: code });
      }
    }
  }
  return failures;
}
