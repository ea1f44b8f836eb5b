import * as pipeline from "../compile.js";
import { defaults } from "./defaults.js";

/**
 * Reads, checks and compiles a contract, and writes nothing: `files` has the output, unless an error among `diagnostics`
 * stops it. Paths are relative to `workingFolder`, the process's own unless given. The config is not read.
 */
export function compile(contractPath: string, options: Partial<pipeline.CompileOptions> = {}): Promise<pipeline.Compilation> {
  return pipeline.compile(contractPath, { ...defaults(), ...options });
}

/** Reads and checks a contract. */
export function lint(
  contractPath: string,
  options: Partial<pipeline.LintOptions> = {},
): Promise<Pick<pipeline.Compilation, "diagnostics" | "loaded">> {
  return pipeline.lint(contractPath, { ...defaults(), ...options });
}
