import type { JsonObject } from "../../document/json-value.js";
import type { Action } from "../../model/contract.js";

/** `x-platform-action` of a lowered operation: what OpenAPI has no field for. Without `states` or `plans`: all of them. */
export function describeAction(action: Action): JsonObject {
  const { serviceType: type, name, label, readOnly, idempotent, destructive, async, scopes, states, plans, errors } = action;
  return {
    type,
    name,
    label,
    readOnly,
    idempotent,
    destructive,
    async,
    scopes: [...scopes],
    ...(states && { states: [...states] }),
    ...(plans && { plans: [...plans] }),
    errors: errors.map(({ code, status }) => ({ code, status })),
  };
}
