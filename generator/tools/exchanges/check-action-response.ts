import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, ownString, type JsonValue } from "../../document/json-value.js";
import type { ActionNode, ExchangeContract } from "./exchange-contract.js";
import { finding, type Findings } from "./finding.js";
import { checkValue } from "./instance-findings.js";

/** Actions that go on after the answer say so with 202, all others are done with 200. */
export function checkActionStatus({ places }: ExchangeContract, node: ActionNode, status: number, findings: Findings): void {
  const { action, source } = node;
  const expected = action.async ? 202 : 200;
  if (status >= 400 || status === expected) return;
  const why = action.async ? "the action goes on after the answer" : "the action is done with the answer";
  const details = { contractPlace: places.value(source, "async") };
  findings.push(finding("/response/status", "async", `must be ${expected}: ${why}`, details));
}

/** Checks what stands in an answer of an action beyond its envelope: the action's name, its status and its result. */
export function checkActionResponse(contract: ExchangeContract, node: ActionNode, body: JsonValue, findings: Findings): void {
  const { action, source } = node;
  const name = ownString(body, "action");
  if (name !== undefined && name !== action.name) {
    findings.push(finding("/response/body/action", "action", `must be ${quote(action.name)}, the action that was invoked`));
  }
  const status = ownString(body, "status");
  const { statuses } = action;
  if (status !== undefined && statuses.length > 0 && !statuses.includes(status)) {
    findings.push(
      finding("/response/body/status", "statuses", `must be one of ${statuses.map(quote).join(", ")}`, {
        suggestion: suggest(status, statuses),
        contractPlace: contract.places.value(source, "statuses"),
      }),
    );
  }
  const result = own(body, "result");
  const schema = contract.contract.schemas.get(action.result);
  if (typeof body !== "object" || body === null || schema === undefined) return;
  if (result !== undefined)
    checkValue(contract, schema, result, "/response/body/result", action.reveals ? undefined : "response", findings);
  else {
    const details = { contractPlace: contract.places.value(source, "result") };
    findings.push(finding("/response/body/result", "required", "is required", details));
  }
}

/** An error that the action declares comes with the status that it declares. The code stands before the colon. */
export function checkActionError(
  { places }: ExchangeContract,
  node: ActionNode,
  status: number,
  body: JsonValue,
  findings: Findings,
): void {
  const code = /^([^\s:]+)(?::|$)/.exec(ownString(body, "error") ?? "")?.[1];
  const declared = node.action.errors.filter((error) => error.code === code);
  if (declared.length === 0 || declared.some((error) => error.status === status)) return;
  const statuses = [...new Set(declared.map((error) => error.status))].join(" or ");
  const details = { contractPlace: places.value(node.source, "errors") };
  findings.push(finding("/response/status", "error-status", `must be ${statuses} for ${quote(code!)}`, details));
}
