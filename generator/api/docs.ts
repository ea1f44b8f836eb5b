import { model, type LintOptions } from "../compile.js";
import type { DocsOptions } from "../tools/site/options.js";
import { defaults } from "./defaults.js";
import type { Output } from "./output.js";

export type { DocsOptions };

/** Makes a site of HTML and Markdown of a contract. `files` is absent where an error stops it. */
export async function docs(contractPath: string, site: DocsOptions = {}, options: Partial<LintOptions> = {}): Promise<Output> {
  const settings = { ...defaults(), ...options };
  const { loaded, contract, contractHash, diagnostics } = await model(contractPath, settings);
  if (!loaded || !contract || contractHash === undefined) return { diagnostics };
  const { buildDocs } = await import("../tools/site/build-docs.js");
  return { diagnostics, files: buildDocs(contract, loaded, site, settings), contractHash };
}
