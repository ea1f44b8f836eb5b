import type { ActionInfo } from "../../templates/runtime/facts.js";
import type { ActionCatalog } from "../../templates/runtime/server/contract.js";
import type { Action, Contract } from "../model/contract.js";

/** Returns the actions of each service type as data. */
export function describeActions({ serviceTypes }: Contract): ActionCatalog {
  const catalog = serviceTypes.map(({ name, actions }) => {
    return [name, Object.fromEntries(actions.map((action) => [action.name, actionInfo(action)]))] as const;
  });
  const advertised = serviceTypes.map(({ name, advertised: names }) => [name, names] as const);
  return { catalog: Object.fromEntries(catalog), advertisedActions: Object.fromEntries(advertised) };
}

/** Returns the facts that the contract declares about an action. */
export function actionInfo(action: Action): ActionInfo {
  const { label, summary, scopes, readOnly, idempotent, destructive, async, deprecated, states, plans, statuses } = action;
  return {
    label,
    ...(summary !== undefined && { summary }),
    readOnly,
    idempotent,
    destructive,
    async,
    deprecated,
    scopes,
    statuses,
    ...(states && { states }),
    ...(plans && { plans }),
    errors: action.errors.map(({ code, status, description }) => {
      return { code, status, ...(description !== undefined && { description }) };
    }),
  };
}
