import type { Location } from "../diagnostics/diagnostic.js";
import { isActionEndpoint } from "../document/action-endpoint.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { operationHolder, requestMethod } from "../document/path-operations.js";
import type { ActionMapNode, OperationNode, RuleContext } from "./rule.js";

/** Returns an operation as named in messages: `POST /pets`. */
export function describeOperation({ method, path }: OperationNode): string {
  return `${requestMethod(method)} ${path}`;
}

/** Returns the location of an operation: the key of its method. */
export function operationLocation(context: RuleContext, { method, operation, pathItem }: OperationNode): Location | undefined {
  return context.locations.key(operationHolder(pathItem, method), method) ?? context.locations.value(operation);
}

/** Returns the failures that an action declares. */
export function errorsOf(action: JsonValue): JsonObject[] {
  const list = own(action, "errors");
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Returns the operations that can invoke actions. */
export function actionEndpoints({ operations, extensionPrefix }: RuleContext): OperationNode[] {
  return operations.filter((node) => node.role === "api" && isActionEndpoint(node, extensionPrefix));
}

/** Returns the operation that invokes the actions of a map: the one that contains it, or the only one that can. */
export function endpointOf(context: RuleContext, { holder }: ActionMapNode): JsonObject | undefined {
  if (holder !== context.upgraded) return holder;
  const endpoints = actionEndpoints(context);
  return endpoints.length === 1 ? endpoints[0]!.operation : undefined;
}

/** Returns the operations that invoke actions, each with the maps of its actions. */
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

/** A list of security requirements of an operation or of the document. */
export interface SecurityList {
  readonly holder: JsonObject;
  readonly requirements: readonly JsonValue[];
}

/** Returns all lists of security requirements in the document, the document's own first. */
export function securityLists({ upgraded, operations }: RuleContext): SecurityList[] {
  return [upgraded, ...operations.map(({ operation }) => operation)].flatMap((holder) => {
    const requirements = own(holder, "security");
    return Array.isArray(requirements) ? [{ holder, requirements }] : [];
  });
}

/** Returns the security requirements of an operation: its own, else the document's; absent if neither has any. */
export function effectiveSecurity({ upgraded }: RuleContext, operation: JsonObject): readonly JsonValue[] | undefined {
  const requirements = own(operation, "security") ?? own(upgraded, "security");
  return Array.isArray(requirements) ? requirements : undefined;
}

/** Returns whether every caller must authenticate: some requirement is listed and none is empty. */
export function isProtecting(requirements: readonly JsonValue[] | undefined): boolean {
  return (
    !!requirements && requirements.length > 0 && requirements.every((item) => isObject(item) && Object.keys(item).length > 0)
  );
}
