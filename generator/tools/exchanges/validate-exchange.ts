import { checkExchange } from "./check-exchange.js";
import { exchangeCodes } from "./diagnostics.js";
import type { Exchange } from "./exchange.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { finding, type Finding } from "./finding.js";
import { findTarget, type TargetCode } from "./find-target.js";
import { findSecrets } from "./secrets/find-secrets.js";
import { collectSecrets, isRevealing } from "./secrets/known-secrets.js";

/**
 * Everything about an exchange that doesn't fit a contract; nothing if it fits. That it is unknown what the exchange calls is
 * a finding too, with the rule `target`.
 */
export function validateExchange(contract: ExchangeContract, exchange: Exchange): Finding[] {
  const findings: Finding[] = [];
  const target = findTarget(contract, exchange, (code, parameters, pointer, suggestion) => {
    findings.push(finding(pointer, "target", wording(code, parameters), { suggestion }));
  });
  if (!target) return findings;
  findings.push(...checkExchange(contract, target, exchange));
  const { response } = exchange;
  if (response?.body === undefined || isRevealing(contract, target, response.status)) return findings;
  const secrets = new Set<string>();
  collectSecrets(contract, target, exchange, secrets);
  findSecrets(response.body, contract.secrets, secrets, findings);
  return findings;
}

/** As the command says it. */
function wording(code: TargetCode, parameters: unknown): string {
  return (exchangeCodes[code].message as (parameters: unknown) => string)(parameters);
}
