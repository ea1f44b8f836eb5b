import { suggest } from "../../../diagnostics/suggest.js";
import { serviceParameter } from "../check-service.js";
import type { Endpoint, ExchangeContract } from "../exchange-contract.js";
import { finding, type Findings } from "../finding.js";
import type { Target } from "../find-target.js";
import type { OperationMatch } from "./match-route.js";
import type { ServiceTypes } from "./service-types.js";

/**
 * What a recorded call is about: for actions, by the type of the service that its path names. `undefined` where the type is not
 * known. If it will never be, a call that failed is only held against the operation.
 */
export function findRecordedTarget(
  contract: ExchangeContract,
  endpoint: Endpoint,
  { match }: OperationMatch,
  status: number,
  types: ServiceTypes,
  isLast: boolean,
  findings: Findings,
): Target | undefined {
  if (endpoint.operation.serviceTypes.length === 0) return { endpoint };
  const [id, action] = [decode(match.parameters[serviceParameter(contract) ?? ""]), decode(match.parameters["action"])];
  const type = id === undefined ? undefined : types.of(id);
  const actions = type === undefined ? undefined : contract.actions.get(type);
  const node = action === undefined ? undefined : actions?.get(action);
  if (node) return { endpoint, node };
  if (actions && action !== undefined) {
    const details = { suggestion: suggest(action, actions.keys()) };
    findings.push(finding("/request/params/action", "action", `is no action of services of type "${type}"`, details));
  }
  return actions || (isLast && status >= 400) ? { endpoint } : undefined;
}

/** A broken escape is found when the parameters are checked. */
function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
