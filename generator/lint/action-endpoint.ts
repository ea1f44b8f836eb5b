import type { JsonObject } from "../document/json-value.js";
import type { ActionMapNode, OperationNode, RuleContext } from "./rule.js";

/** True for an operation that can invoke actions: a POST with an `{action}` parameter in its path. */
export function isActionEndpoint({ method, path, role }: OperationNode): boolean {
  return role === "api" && method === "post" && path.includes("{action}");
}

/** The operation that invokes the actions of a map: the one that holds it, or the only one that can. */
export function endpointOf(context: RuleContext, { holder }: ActionMapNode): JsonObject | undefined {
  if (holder !== context.upgraded) return holder;
  const endpoints = context.operations.filter(isActionEndpoint);
  return endpoints.length === 1 ? endpoints[0]!.operation : undefined;
}

/** The operations that invoke actions, each with the maps of its actions. */
export function mapsByEndpoint(context: RuleContext): Map<JsonObject, ActionMapNode[]> {
  const endpoints = new Map<JsonObject, ActionMapNode[]>();
  for (const map of context.actionMaps) {
    const operation = endpointOf(context, map);
    const maps = operation && endpoints.get(operation);
    if (maps) maps.push(map);
    else if (operation) endpoints.set(operation, [map]);
  }
  return endpoints;
}
