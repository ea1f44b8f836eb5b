import { checkExchange } from "../check-exchange.js";
import type { Exchange } from "../exchange.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { Target } from "../find-target.js";
import { findSecrets } from "../secrets/find-secrets.js";
import { isRevealing } from "../secrets/known-secrets.js";
import type { Finding } from "../finding.js";
import type { PlannedExchange } from "./planned.js";

/** What the validator says about an exchange: nothing is written that it would judge otherwise. */
export function judgePlanned(contract: ExchangeContract, target: Target, exchange: Exchange): Finding[] {
  const findings = checkExchange(contract, target, exchange);
  const { response } = exchange;
  if (response?.body !== undefined && !isRevealing(contract, target, response.status)) {
    findSecrets(response.body, contract.secrets, new Set(), findings);
  }
  return findings;
}

/** A valid exchange, if it is one. */
export function planValid(
  contract: ExchangeContract,
  target: Target,
  name: string,
  exchange: Pick<Exchange, "request" | "response">,
): PlannedExchange | undefined {
  return judgePlanned(contract, target, exchange).length === 0 ? { name, ...exchange, invalid: [] } : undefined;
}
