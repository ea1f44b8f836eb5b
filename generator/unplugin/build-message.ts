import path from "node:path";
import { printReport } from "../cli/print-report.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** A problem as bundlers of Rollup's kind take it: what is wrong, with the line of source, and where it is. */
export interface BuildMessage {
  readonly message: string;
  /** The file, absolute. */
  readonly id?: string;
  /** Lines count from 1, columns from 0. */
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/** One message about several problems; its place is that of the first. */
async function buildMessage(diagnostics: readonly Diagnostic[]): Promise<BuildMessage> {
  const message = (await printReport("pretty", diagnostics)).trimEnd();
  const location = diagnostics.find((diagnostic) => diagnostic.location)?.location;
  if (!location) return { message };
  const file = path.resolve(location.path);
  return { message, id: file, loc: { file, line: location.line, column: location.column - 1 } };
}

/** The problems that fail a build as one message, and each of the others as one. */
export async function buildMessages(
  diagnostics: readonly Diagnostic[],
): Promise<{ error: BuildMessage; warnings: BuildMessage[] }> {
  const [errors, warnings] = (["error", "warning"] as const).map((wanted) =>
    diagnostics.filter(({ severity }) => severity === wanted),
  );
  return { error: await buildMessage(errors!), warnings: await Promise.all(warnings!.map((warning) => buildMessage([warning]))) };
}
