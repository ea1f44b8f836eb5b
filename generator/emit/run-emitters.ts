import { quote } from "../diagnostics/escape.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import type { ContractWithDocuments } from "../model/contract.js";
import type { EmitContext, Emitter } from "./emitter.js";
import type { OutputFile } from "../typescript/output-file.js";

/** Paths that every file system supports; no name starts with a dot. */
const outputPath = /^(?!manifest\.json$)[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/i;

/**
 * Runs the emitters of a project after the project's own. Their code belongs to the user: if it throws, or returns anything other
 * than files with distinct paths, that is reported as a problem, not as a bug. The text of the files is not checked.
 */
export function runEmitters(
  emitters: readonly Emitter[],
  contract: ContractWithDocuments,
  context: EmitContext,
  others: readonly OutputFile[],
): { files: OutputFile[]; diagnostics: Diagnostic[] } {
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, emit] of emitters.entries()) {
    const emitter = emit.name || `number ${index + 1}`;
    try {
      for (const { path, text } of emit(contract, context)) {
        const problem = problemOf(path, text, [...others, ...files]);
        if (problem !== undefined) throw new Error(problem);
        files.push({ path, text, checked: "template" });
      }
    } catch (error) {
      report(diagnostics, "emitter-failed", { emitter, reason: quote(error instanceof Error ? error.message : String(error)) });
    }
  }
  return { files, diagnostics };
}

function problemOf(path: unknown, text: unknown, others: readonly OutputFile[]): string | undefined {
  if (typeof path !== "string" || typeof text !== "string") return "a file needs a path and a text";
  if (!outputPath.test(path)) return `${path} is not a valid path of an output file`;
  const folded = path.toLowerCase();
  const other = others.find((file) => {
    const taken = file.path.toLowerCase();
    return taken === folded || taken.startsWith(`${folded}/`) || folded.startsWith(`${taken}/`);
  });
  return other && `${path} conflicts with ${other.path}`;
}
