import { model, type LintOptions } from "../compile.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import type { Layout } from "../tools/expand/expand.js";
import { defaults } from "./defaults.js";
import type { Output } from "./output.js";

export interface ExpandOptions extends Partial<LintOptions> {
  /** A document for each service type, one of all, or both; both unless given. */
  readonly layout?: Layout;
}

/** Turns a contract into plain OpenAPI documents, each with its source map. `files` is absent where an error stops it. */
export async function expand(contractPath: string, { layout = "both", ...options }: ExpandOptions = {}): Promise<Output> {
  const { loaded, contract, contractHash, diagnostics: found } = await model(contractPath, { ...defaults(), ...options });
  if (!loaded || !contract || contractHash === undefined) return { diagnostics: found };
  const expansion = await import("../tools/expand/expand.js");
  const { files, diagnostics: more } = expansion.expand(contract, loaded, layout);
  const diagnostics = [...found, ...more];
  return hasErrors(diagnostics) ? { diagnostics } : { diagnostics, files, contractHash };
}
