import { printConcise } from "../../diagnostics/print/concise.js";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { lintContract } from "../../lint/lint.js";
import { loadContract, type LoadOptions } from "../../document/load-contract.js";
import { createExchangeContract, type ExchangeContract } from "./exchange-contract.js";

/** Thrown for a contract with errors: nothing can be held against it. */
export class ContractError extends Error {
  override readonly name = "ContractError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(contractPath: string, diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    super(`${contractPath} has errors:\n${errors.slice(0, 10).map(printConcise).join("")}`);
    this.diagnostics = diagnostics;
  }
}

/** Reads a contract for `validateExchange`; read it once, and check with it as often as needed. Throws a `ContractError`. */
export function readContract(contractPath: string, options: Partial<LoadOptions> = {}): ExchangeContract {
  const { contract, diagnostics } = loadContract(contractPath, { workingFolder: process.cwd(), ...options });
  const all = contract ? [...diagnostics, ...lintContract(contract)] : diagnostics;
  if (!contract || hasErrors(all)) throw new ContractError(contractPath, all);
  return createExchangeContract(contract);
}
