import module, { createRequire } from "node:module";
import path from "node:path";
import { cacheFolder } from "./cache-folder.js";
import type { ExitCode } from "./exit-codes.js";
import type * as commandLine from "./main.js";
import { tuneForShortRun } from "./v8-flags.js";

/** Commands and flags of runs that last, and execute the same code again and again. */
const longRuns = ["--watch", "proxy", "mock"];

/** Runs the built command line, with the compiled code that Node has kept of earlier runs. Returns the exit code. */
export function start(argv: readonly string[]): Promise<ExitCode> {
  if (!longRuns.some((word) => argv.includes(word))) tuneForShortRun();
  const folder = cacheFolder();
  // Other commands leave nothing behind.
  if (folder !== undefined && argv.includes("generate")) keepCompiledCode(path.join(folder, "compiled"));
  const { main } = createRequire(import.meta.url)("./main.cjs") as typeof commandLine;
  return main(argv);
}

/** Node 20 keeps none. What Node writes at the end of a run contains the functions that were called. */
function keepCompiledCode(folder: string): void {
  if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache(folder);
}
