import { quote } from "../../diagnostics/escape.js";
import { isObject, ownStrings } from "../../document/json-value.js";
import { isRevealing } from "../../document/reveals.js";
import { describeOperation, effectiveSecurity, isProtecting, mapsByEndpoint, operationLocation } from "../operations.js";
import { defineRule, type ActionMapNode, type OperationNode, type RuleContext } from "../rule.js";

/** An operation that returns secrets, or whose actions require scopes, requires authentication. */
export const securityMissing = defineRule({
  code: "security-missing",
  severity: "error",
  adjustable: true,
  message: ({ operation, reason }: { operation: string; reason: string }) =>
    `${quote(operation)} ${reason}, but can be called without authentication`,
  hint: "List a security requirement in the operation or at the root of the document, without an empty alternative.",
  cause:
    "The operation returns secrets, or invokes actions that require scopes, but anybody may call it. It is a warning if only the path, such as `/credentials`, suggests that it returns secrets, and for a login: a `POST` with a body and `security: []` of its own.",
  bad: `
      /credential:
        get:
          operationId: getCredential
          x-platform-reveal: true
          security: []
          responses: { "204": { description: Here. } }`,
  good: `
      /credential:
        get:
          operationId: getCredential
          x-platform-reveal: true
          security: [{ token: [] }]
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    for (const node of context.operations) {
      if (node.role !== "api" || isProtecting(effectiveSecurity(context, node.operation))) continue;
      const reason = reasonToProtect(context, node, endpoints.get(node.operation) ?? []);
      if (reason === undefined) continue;
      const isOwn = Object.hasOwn(node.operation, "security");
      const place = isOwn ? context.locations.value(node.operation, "security") : operationLocation(context, node);
      const isLogin = isLikeLogin(node) && reason === revealing;
      const severity = isLogin || reason === guess ? "warning" : "error";
      report({ operation: describeOperation(node), reason }, place, { severity, ...(isLogin && { hint: loginHint }) });
    }
  },
});

const revealing = "returns secrets";

/** The reason if only the path of an operation suggests secrets. */
const guess = "returns a credential, according to its path";

const loginHint =
  "If callers prove by the body who they are, as in a login, suppress this warning; otherwise list a security requirement.";

/** Whether callers may send credentials in the body, and nobody else is meant to have any. */
function isLikeLogin({ method, operation }: OperationNode): boolean {
  const { security, requestBody } = operation;
  return method === "post" && requestBody !== undefined && Array.isArray(security) && security.length === 0;
}

function reasonToProtect(
  context: RuleContext,
  { operation, path, method }: OperationNode,
  maps: readonly ActionMapNode[],
): string | undefined {
  if (isRevealing(operation, context.upgraded, context.extensionPrefix)) return revealing;
  if (method === "get" && /\/credentials?$/.test(path)) return guess;
  const actions = maps.flatMap((map) => Object.values(map.actions));
  const needsScopes = actions.some((action) => isObject(action) && ownStrings(action, "scopes").length > 0);
  return needsScopes ? "invokes actions that require scopes" : undefined;
}
