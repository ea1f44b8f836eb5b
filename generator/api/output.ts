import type { Compilation } from "../compile.js";
import { version } from "../version.js";
import type { WriteResult } from "../write/index.js";

export type { WriteResult };

/** What can be written: what `compile`, `expand` and `docs` return. */
export type Output = Pick<Compilation, "diagnostics" | "files" | "contractHash">;

/**
 * Writes output into a folder as `generate` does: all of it or nothing, and files that it didn't write or that were edited
 * stay as they are, which `diagnostics` of the result say. Throws for output that an error stopped.
 */
export async function writeOutput(folder: string, { files, contractHash }: Output): Promise<WriteResult> {
  if (!files || contractHash === undefined) throw new Error("there is nothing to write: the contract has errors");
  const writer = await import("../write/index.js");
  return writer.writeOutput({ folder, files, contractHash, generator: `openapi-actions ${version}` });
}
