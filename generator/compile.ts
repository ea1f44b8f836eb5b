import { createHash } from "node:crypto";
import { compareDiagnostics, hasErrors, type Diagnostic } from "./diagnostics/diagnostic.js";
import type { EmitContext } from "./emit/context.js";
import type { OutputFile } from "./emit/output-file.js";
import { lintContract } from "./lint/lint.js";
import { loadContract, type LoadedContract, type LoadOptions } from "./load/load-contract.js";
import type { Contract } from "./model/contract.js";

export interface CompileOptions extends LoadOptions, EmitContext {
  /** Told when a stage begins, for progress and benchmarks. */
  readonly onStage?: (stage: Stage) => void;
}

export type Stage = "load" | "lint" | "model" | "emit" | "check";

/** What a compilation made; `files` is absent where an error stops it. */
export interface Compilation {
  readonly diagnostics: readonly Diagnostic[];
  readonly loaded: LoadedContract | undefined;
  readonly contract?: Contract;
  readonly files?: readonly OutputFile[];
  /** `sha256:<hex>` of the closed document, whatever files and format it was written in. */
  readonly contractHash?: string;
}

/** Reads and checks a contract. */
export async function lint(
  contractPath: string,
  options: LoadOptions & Pick<CompileOptions, "onStage">,
): Promise<Pick<Compilation, "diagnostics" | "loaded">> {
  options.onStage?.("load");
  const { contract, diagnostics } = loadContract(contractPath, options);
  if (!contract) return { diagnostics: diagnostics.sort(compareDiagnostics), loaded: undefined };
  options.onStage?.("lint");
  const { lintWithRedocly } = await import("./lint/redocly/lint-with-redocly.js");
  const all = [...diagnostics, ...lintContract(contract), ...(await lintWithRedocly(contract))];
  return { diagnostics: all.sort(compareDiagnostics), loaded: contract };
}

/** The whole pipeline but the disk: load, lint, model, emit. Two calls with the same input return the same bytes. */
export async function compile(contractPath: string, options: CompileOptions): Promise<Compilation> {
  const { diagnostics, loaded } = await lint(contractPath, options);
  if (!loaded || hasErrors(diagnostics)) return { diagnostics, loaded };

  // The modules behind these stages load TypeScript and Ajv; a contract with errors never needs them.
  const { buildContract } = await import("./model/build-contract.js");
  options.onStage?.("model");
  const contract = buildContract(loaded);

  const { emitAll } = await import("./emit/emit-all.js");
  options.onStage?.("emit");
  const files = emitAll(contract, options);

  const { checkSyntax } = await import("./typescript/check-syntax.js");
  options.onStage?.("check");
  for (const file of files) checkSyntax(file);

  const contractHash = `sha256:${createHash("sha256").update(JSON.stringify(contract.source)).digest("hex")}`;
  return { diagnostics, loaded, contract, files, contractHash };
}
