import { silentSession } from "../cli/session.js";
import { chooseExchangeContract } from "../cli/exchange-contract.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { ContractError } from "../lint/valid-contract.js";
import type { ExchangeContract } from "../tools/exchanges/exchange-contract.js";

/** The location of a contract. */
export interface ReadContractOptions {
  /** The config, instead of the nearest one. */
  readonly config?: string;
}

/**
 * Reads a contract as `openapi-actions validate` does: that of the nearest config, or the given name in the config or path,
 * with the severities and suppressions of the config. Rejects with a `ContractError` if it has errors. Read it once and reuse
 * it.
 */
export async function readContract(contract?: string, options: ReadContractOptions = {}): Promise<ExchangeContract> {
  const errors: Diagnostic[] = [];
  const report = (diagnostics: readonly Diagnostic[]) =>
    void errors.push(...diagnostics.filter(({ severity }) => severity === "error"));
  const chosen = await chooseExchangeContract(contract, {}, silentSession(options.config, { report }), "as readContract(name)");
  if ("contract" in chosen) return chosen.contract;
  throw new ContractError(contract ?? "the contract", errors);
}
