import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.js";
import { printConcise } from "../diagnostics/print/concise.js";
import { loadContract, type LoadedContract, type LoadOptions } from "../document/load-contract.js";
import { lintContract } from "./lint.js";

/** The maximum number of errors that a `ContractError` names. */
const namedErrors = 10;

/** Thrown for a contract with errors, which nothing can be done with. */
export class ContractError extends Error {
  readonly #diagnostics: readonly Diagnostic[];

  constructor(contractPath: string, diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const others = errors.length - namedErrors;
    const rest = others > 0 ? `and ${others} more: run openapi-actions lint\n` : "";
    super(`${contractPath} has errors:\n${errors.slice(0, namedErrors).map(printConcise).join("")}${rest}`);
    this.#diagnostics = diagnostics;
  }

  override get name(): string {
    return "ContractError";
  }

  /** All diagnostics. Not a field, because test runners print the fields of an error. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }
}

/** A contract without errors, and its warnings. */
export interface ValidContract {
  readonly loaded: LoadedContract;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and checks a contract, without the rules of Redocly. Throws a `ContractError` for one with errors. */
export function readValidContract(contractPath: string, options: Partial<LoadOptions> = {}): ValidContract {
  const { contract, checkable, diagnostics } = loadContract(contractPath, { workingFolder: process.cwd(), ...options });
  const all = checkable ? [...diagnostics, ...lintContract(checkable)] : diagnostics;
  if (!contract || hasErrors(all)) throw new ContractError(contractPath, all);
  return { loaded: contract, diagnostics: all };
}
