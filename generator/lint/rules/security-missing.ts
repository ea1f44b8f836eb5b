import { isObject, ownStrings } from "../../document/json-value.js";
import { isRevealing } from "../../document/reveals.js";
import { mapsByEndpoint } from "../action-endpoint.js";
import { describeOperation, operationPlace } from "../describe-operation.js";
import { effectiveSecurity, isProtecting } from "../security.js";
import type { ActionMapNode, OperationNode, Rule, RuleContext } from "../rule.js";

/** An operation that returns secrets, or whose actions need scopes, can't be called without proof of who calls. */
export const securityMissing: Rule = {
  code: "security-missing",
  check(context) {
    const endpoints = mapsByEndpoint(context);
    for (const node of context.operations) {
      if (node.role !== "api" || isProtecting(effectiveSecurity(context, node.operation))) continue;
      const reason = reasonToProtect(context, node, endpoints.get(node.operation) ?? []);
      if (reason === undefined) continue;
      const isOwn = Object.hasOwn(node.operation, "security");
      const place = isOwn ? context.places.value(node.operation, "security") : operationPlace(context, node);
      context.report("security-missing", { operation: describeOperation(node), reason }, place);
    }
  },
};

function reasonToProtect(
  context: RuleContext,
  { operation, path, method }: OperationNode,
  maps: readonly ActionMapNode[],
): string | undefined {
  if (isRevealing(operation, context.upgraded, context.extensionPrefix)) return "returns secrets";
  if (method === "get" && /\/credentials?$/.test(path)) return "by its path returns a credential";
  const actions = maps.flatMap((map) => Object.values(map.actions));
  const needsScopes = actions.some((action) => isObject(action) && ownStrings(action, "scopes").length > 0);
  return needsScopes ? "invokes actions that need scopes" : undefined;
}
