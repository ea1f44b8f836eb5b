import { silentSession } from "../cli/session.js";
import { chooseExchangeContract } from "../cli/exchange-contract.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { ContractError, type ExchangeContract } from "../tools/exchanges/exchange-contract.js";

/** Where to read a contract. */
export interface ReadContractOptions {
  /** The config, instead of the nearest one. */
  readonly config?: string;
}

/**
 * Reads a contract as `openapi-actions validate` does: the one of the nearest config, the one that a name of the config or a path
 * stands for, with the severities and suppressions of the config. Rejects with a `ContractError` if it has errors. Read it once,
 * and check with it as often as needed.
 */
export async function readContract(contract?: string, options: ReadContractOptions = {}): Promise<ExchangeContract> {
  const errors: Diagnostic[] = [];
  const report = (diagnostics: readonly Diagnostic[]) =>
    void errors.push(...diagnostics.filter(({ severity }) => severity === "error"));
  const chosen = await chooseExchangeContract(contract, {}, silentSession(options.config, { report }), "as readContract(name)");
  if ("contract" in chosen) return chosen.contract;
  throw new ContractError(contract ?? "the contract", errors);
}
