import { lint } from "../../compile.js";
import { hasErrors } from "../../diagnostics/diagnostic.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { countProblems, reportDiagnostics, type Format } from "../report-diagnostics.js";
import type { Terminal } from "../terminal.js";

export interface LintFlags {
  readonly format: Format;
  readonly extensionPrefix: string;
}

/** `openapi-actions lint [contract]`. */
export async function runLint(contractPath: string, flags: LintFlags, terminal: Terminal): Promise<ExitCode> {
  const { diagnostics } = await lint(contractPath, { workingFolder: process.cwd(), extensionPrefix: flags.extensionPrefix });
  reportDiagnostics(diagnostics, flags.format, terminal);
  if (flags.format === "pretty") terminal.err(`${contractPath}: ${countProblems(diagnostics)}\n`);
  return hasErrors(diagnostics) ? exitCodes.findings : exitCodes.ok;
}
