import type { JsonObject } from "../../document/json-value.js";
import type { ExchangeResponse } from "./exchange.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { checkValue, finding, type Findings } from "./finding.js";
import type { CallTarget } from "./find-target.js";
import { factOf, serviceSchema, serviceViews } from "./service-views.js";

/** Validates the service of an exchange, and checks that the action is available in its state and plan. */
export function checkService(
  contract: ExchangeContract,
  { endpoint, node }: CallTarget,
  service: JsonObject,
  response: ExchangeResponse | undefined,
  findings: Findings,
): void {
  const { operations } = contract.contract;
  const operation = endpoint.operation.binding ? endpoint.operation : operations.find(({ binding }) => binding !== undefined);
  const schema = operation && serviceSchema(contract.contract, operation);
  if (schema !== undefined) checkValue(contract, schema, service, "/service", "response", findings);
  if (!node || !response || response.status >= 400) return;
  const { action } = node;
  const { status, plan } = serviceViews(contract.contract, endpoint.operation)[0]!.facts;
  const details = { contractPlace: contract.locations.value(action, "availability") };
  for (const [pointer, allowed] of [[status, action.states] as const, [plan, action.plans] as const]) {
    const value = factOf(service, pointer);
    if (!allowed || value === undefined || allowed.includes(value)) continue;
    const message = `does not allow the action, but the action succeeded; the contract allows ${allowed.join(", ")}`;
    findings.push(finding(`/service${pointer}`, "availability", message, details));
  }
}
