import { createHash } from "node:crypto";
import { compareDiagnostics, hasErrors, type Diagnostic } from "./diagnostics/diagnostic.js";
import type { EmitContext, Emitter } from "./emit/emitter.js";
import type { OutputFile } from "./typescript/output-file.js";
import { lintContract, type RuleOptions } from "./lint/lint.js";
import { hideSecretLines } from "./lint/rules/secret-example.js";
import { loadContract, type LoadedContract, type LoadOptions, type LoadResult } from "./document/load-contract.js";
import { printJson } from "./document/written-integers.js";
import { noMemo } from "./memo.js";
import type { ContractWithDocuments } from "./model/contract.js";

export interface LintOptions extends LoadOptions, CheckOptions {}

export interface CheckOptions extends RuleOptions {
  /** Called when a stage begins, for progress and benchmarks. */
  readonly onStage?: (stage: Stage) => void;
  /** Decides which problems are reported, and their severity. */
  readonly filter?: (diagnostics: readonly Diagnostic[], files: LoadedContract["files"]) => readonly Diagnostic[];
}

export interface CompileOptions extends LintOptions, EmitContext {
  /** Emitters in addition to the project's own. */
  readonly emitters?: readonly Emitter[];
}

type Stage = "load" | "lint" | "model" | "emit" | "check";

/** The result of a compilation; `files` is absent after an error. */
export interface Compilation {
  readonly diagnostics: readonly Diagnostic[];
  readonly loaded: LoadedContract | undefined;
  readonly contract?: ContractWithDocuments;
  readonly files?: readonly OutputFile[];
  /** `sha256:<hex>` of the bundled document, independent of files and formats of the source. */
  readonly contractHash?: string;
}

/** The findings of a contract. */
interface Findings extends Pick<Compilation, "diagnostics" | "loaded"> {
  /** Whether all rules ran: those that compare parts are skipped if a part is missing. */
  readonly isWhole: boolean;
}

/** Reads and checks a contract, as far as it can be read. */
export async function lint(contractPath: string, options: LintOptions): Promise<Findings> {
  options.onStage?.("load");
  return check(loadContract(contractPath, options), options);
}

/** Checks a contract that was read. */
export async function check({ contract, checkable, diagnostics }: LoadResult, options: CheckOptions): Promise<Findings> {
  if (!checkable) return { diagnostics: diagnostics.sort(compareDiagnostics), loaded: undefined, isWhole: false };
  options.onStage?.("lint");
  const { lintWithRedocly, withoutRepeats } = await import("./lint/redocly/lint-with-redocly.js");
  const own = lintContract(checkable, options);
  const others = withoutRepeats(await lintWithRedocly(checkable), own);
  const all = hideSecretLines([...diagnostics, ...own, ...others]).sort(compareDiagnostics);
  return { diagnostics: options.filter?.(all, checkable.files) ?? all, loaded: contract, isWhole: checkable.isComplete };
}

/** Reads and checks a contract and builds its model, which is absent after an error. */
export async function model(contractPath: string, options: LintOptions): Promise<Omit<Compilation, "files">> {
  const { diagnostics, loaded } = await lint(contractPath, options);
  if (!loaded || hasErrors(diagnostics)) return { diagnostics, loaded };
  const { buildContract } = await import("./model/build-contract.js");
  options.onStage?.("model");
  const contract = buildContract(loaded);
  const contractHash = `sha256:${createHash("sha256").update(printJson(loaded.document, loaded.writtenIntegers)).digest("hex")}`;
  return { diagnostics, loaded, contract, contractHash };
}

/**
 * The whole pipeline except for writing: load, lint, model, emit. Two calls with the same input return the same bytes.
 */
export async function compile(contractPath: string, options: CompileOptions): Promise<Compilation> {
  const read = await model(contractPath, options);
  const { contract, loaded } = read;
  if (!contract) return read;
  const found = options.targets?.includes("mcp") ? await checkTools(contract) : [];
  const diagnostics = [...read.diagnostics, ...(options.filter?.(found, loaded!.files) ?? found)];
  const compilation = { ...read, diagnostics };

  // The modules behind these stages load TypeScript and Ajv; a contract with errors never needs them.
  const { emitAll } = await import("./emit/emit-all.js");
  options.onStage?.("emit");
  const hasOwnEmitters = options.emitters !== undefined && options.emitters.length > 0;
  const files = await emitAll(contract, options);
  if (hasOwnEmitters) {
    const { runEmitters } = await import("./emit/run-emitters.js");
    const custom = runEmitters(options.emitters!, contract, options, files);
    if (custom.diagnostics.length > 0)
      return { ...compilation, diagnostics: [...compilation.diagnostics, ...custom.diagnostics] };
    files.push(...custom.files);
  }

  options.onStage?.("check");
  for (const file of files) {
    if (file.checked || !file.path.endsWith(".ts")) continue;
    await (options.memo ?? noMemo).recallLater(
      "syntax",
      () => `${file.path}\n${file.text}`,
      async () => {
        const { checkSyntax } = await import("./typescript/check-syntax.js");
        checkSyntax(file);
        return "";
      },
    );
  }
  return { ...compilation, files };
}

async function checkTools(contract: ContractWithDocuments): Promise<Diagnostic[]> {
  const [{ separateVariants }, tools] = await Promise.all([
    import("./model/variants/separate-variants.js"),
    import("./emit/mcp/check-tools.js"),
  ]);
  return tools.checkTools(contract, separateVariants(contract));
}
