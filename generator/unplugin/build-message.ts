import path from "node:path";
import { printReport } from "../cli/print-report.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** A problem in the form that Rollup and similar bundlers expect: the message with the line of source, and its location. */
export interface BuildMessage {
  readonly message: string;
  /** The file, absolute. */
  readonly id?: string;
  /** Lines are counted from 1, columns from 0. */
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A single message about several problems, located at the first. */
async function buildMessage(diagnostics: readonly Diagnostic[]): Promise<BuildMessage> {
  const message = (await printReport("pretty", diagnostics)).trimEnd();
  const location = diagnostics.find((diagnostic) => diagnostic.location)?.location;
  if (!location) return { message };
  const file = path.resolve(location.path);
  return { message, id: file, loc: { file, line: location.line, column: location.column - 1 } };
}

/** Returns the problems that fail a build as one message, and each of the others as one of its own. */
export async function buildMessages(
  diagnostics: readonly Diagnostic[],
): Promise<{ error: BuildMessage; warnings: BuildMessage[] }> {
  const [errors, warnings] = (["error", "warning"] as const).map((wanted) =>
    diagnostics.filter(({ severity }) => severity === wanted),
  );
  return { error: await buildMessage(errors!), warnings: await Promise.all(warnings!.map((warning) => buildMessage([warning]))) };
}
