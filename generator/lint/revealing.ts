import { quote } from "../diagnostics/catalog/entry.js";
import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../load/json-value.js";
import { isRevealing } from "../load/reveals.js";
import { endpointOf } from "./action-endpoint.js";
import type { ActionNode, OperationNode, RuleContext } from "./rule.js";
import type { Sent } from "./reachable-schemas.js";
import { effectiveSecurity, isProtecting } from "./security.js";
import { describeOperation } from "./describe-operation.js";

/** True for a schema whose values callers may send but never read. */
export function isSecret(schema: JsonObject): boolean {
  return own(schema, "format") === "password" || own(schema, "writeOnly") === true;
}

/** True if an operation is marked as one that returns secrets. */
export function isMarked({ upgraded, extensionPrefix }: RuleContext, { operation }: OperationNode): boolean {
  return isRevealing(operation, upgraded, extensionPrefix);
}

/** True if only the operationId of a protected operation says that it returns secrets: `revealCredential`. */
export function isNamedReveal(context: RuleContext, { operation }: OperationNode): boolean {
  return (
    /^reveal(?![a-z])/.test(ownString(operation, "operationId") ?? "") && isProtecting(effectiveSecurity(context, operation))
  );
}

/** True if an action is marked as one that returns secrets: by itself, by a scope that it needs, or with its whole endpoint. */
export function isRevealingAction(context: RuleContext, { map, action }: ActionNode): boolean {
  const { upgraded, extensionPrefix } = context;
  if (
    own(action, `x-${extensionPrefix}-reveal`) === true ||
    ownStrings(action, "scopes").some((scope) => scope.endsWith(":reveal"))
  )
    return true;
  const actionMap = context.actionMaps.find(({ actions }) => actions === map);
  const endpoint = actionMap && endpointOf(context, actionMap);
  return endpoint !== undefined && isRevealing(endpoint, upgraded, extensionPrefix);
}

/** The responses of an operation, successful ones or others, with their names in words. */
export function responsesOf(context: RuleContext, node: OperationNode, which: "2xx" | "others" | "all"): Sent[] {
  const responses = Object.entries(ownObject(node.operation, "responses") ?? {});
  return responses.flatMap(([status, value]: [string, JsonValue]): Sent[] => {
    if (which !== "all" && status.startsWith("2") !== (which === "2xx")) return [];
    return [
      {
        value,
        kind: "response",
        name: `the ${status === "default" ? "default response" : `response ${status}`} of ${describeOperation(node)}`,
      },
    ];
  });
}

/** The results of an action as part of its answer. */
export function resultOf({ name, type, action }: ActionNode): Sent {
  return { value: own(action, "result"), kind: "schema", name: `the result of ${quote(name)} of type ${quote(type)}` };
}
