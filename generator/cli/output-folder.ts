import { hasErrors } from "../diagnostics/diagnostic.js";
import type { OutputRequest, WriteResult } from "../write/write-output.js";
import { count } from "./count.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { awaitInterruption } from "./interruption.js";
import type { Session } from "./session.js";

/** The lines of differences after which only the names of files are printed: a new version changes every file. */
const MAX_DIFF_LINES = 100;

/** `--check`: compares a folder with what a command would write into it, and writes nothing. */
export async function checkFolder(request: OutputRequest, command: string, session: Session): Promise<ExitCode> {
  const { checkOutput } = await import("../write/check.js");
  const { drift, diagnostics } = await checkOutput(request);
  const { folder } = request;
  session.report(diagnostics);
  let lines = 0;
  let omitted = 0;
  for (const { path, kind, diff } of drift) {
    session.print(`${kind}: ${folder}/${path}\n`);
    if (!diff) continue;
    if (lines >= MAX_DIFF_LINES && !session.isVerbose) {
      omitted++;
      continue;
    }
    lines += diff.split("\n").length;
    session.print(`${diff}\n`);
  }
  if (omitted > 0) session.say(`${count(omitted, "more file")} with differences that are not printed (--verbose prints all)\n`);
  if (hasErrors(diagnostics)) return exitCodes.findings;
  if (drift.length === 0) {
    session.say(`${folder}: up to date, ${count(request.files.length + 1, "file")}\n`);
    return exitCodes.ok;
  }
  // People have read the list of files; other readers only get the report.
  if (!session.isForPeople) {
    const { outputProblem } = await import("../write/problems.js");
    const at = { path: `${folder}/${drift[0]!.path}`, files: drift.length };
    session.report([outputProblem("output-outdated", at, `Run openapi-actions ${command}, and commit the result.`)]);
  }
  const differ = drift.length === 1 ? "1 file differs" : `${drift.length} files differ`;
  session.say(`${folder}: ${differ}; run openapi-actions ${command}\n`);
  return exitCodes.drift;
}

/** The outcome for a folder; without a result nothing was written. */
export interface FolderOutcome {
  readonly exitCode: ExitCode;
  readonly result?: WriteResult;
}

/** Writes a folder. Ctrl-C stops it before the first change; later it completes. */
export async function writeFolder(request: OutputRequest, session: Session): Promise<FolderOutcome> {
  const { writeOutput } = await import("../write/write-output.js");
  const interruption = awaitInterruption();
  const result = await writeOutput(request, { signal: interruption.signal });
  interruption.forget();
  session.report(result.diagnostics);
  if (interruption.signal.aborted) return { exitCode: exitCodes.interrupted };
  if (!hasErrors(result.diagnostics)) return { exitCode: exitCodes.ok, result };
  const changes = countChanges(result);
  session.say(`${request.folder}: ${changes === "" ? "nothing was written" : `${changes}; incomplete`}\n`);
  return { exitCode: exitCodes.findings };
}

/** `3 created, 80 unchanged`. */
export function countChanges(result: WriteResult): string {
  return (["created", "updated", "unchanged", "removed"] as const)
    .filter((kind) => result[kind].length > 0)
    .map((kind) => `${result[kind].length} ${kind}`)
    .join(", ");
}
