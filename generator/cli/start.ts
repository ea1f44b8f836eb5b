import { fileURLToPath } from "node:url";
import { loadModule, useCompiledCode } from "../code-cache.js";
import { cacheFolder } from "./cache-folder.js";
import type { ExitCode } from "./exit-codes.js";
import type * as commandLine from "./main.js";
import { tuneForShortRun } from "./v8-flags.js";

/** Runs the built command line, loaded with the compiled code that earlier runs have stored. Returns the exit code. */
export function start(argv: readonly string[]): Promise<ExitCode> {
  // Watching runs the same code again and again.
  if (!argv.includes("--watch")) tuneForShortRun();
  const folder = cacheFolder();
  if (folder !== undefined) useCompiledCode(folder);
  const { main } = loadModule(fileURLToPath(new URL("main.cjs", import.meta.url))) as typeof commandLine;
  return main(argv);
}
