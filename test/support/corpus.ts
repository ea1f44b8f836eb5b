import { existsSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { repositoryPath } from "./repository.js";

/**
 * Contracts of others, with labelled cases: kept beside the repository, never in it. Absent: the tests over them are
 * skipped and say so.
 */
export const corpus = process.env["OPENAPI_ACTIONS_CORPUS"] ?? repositoryPath("../shared/corpus");

/** Whether a folder of the corpus is there. */
export function hasCorpus(folder: string): boolean {
  return existsSync(path.join(corpus, folder));
}

/** As a config does with `severities`: results of foreign contracts that their own responses exclude don't stop a compilation. */
export function toleratingResults(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((found) => (found.code === "result-unfit" ? { ...found, severity: "warning" } : found));
}
