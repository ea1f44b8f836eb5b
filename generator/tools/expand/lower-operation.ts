import { actionsType } from "../../document/extension.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { describeAction } from "./describe-action.js";
import { lowerResponses } from "./lower-responses.js";
import { lowerSecurity } from "./lower-security.js";
import type { ActionSource, ContractSource, Endpoint } from "./lowered-contract.js";
import { requestBody } from "./request-body.js";
import { unnamedCallbacks } from "./unnamed-callbacks.js";
import { setWritten, writtenAt } from "./written-at.js";

/** Fields of the endpoint that are about all actions together: each action has its own. */
const replaced = new Set([
  "callbacks",
  "deprecated",
  "description",
  "operationId",
  "parameters",
  "requestBody",
  "responses",
  "security",
  "summary",
  "tags",
]);

/**
 * The Operation Object of one action, its fields in the order in which people read them:
 *
 *     tags: [postgres]
 *     summary: Allow an address to connect.
 *     operationId: postgres.add_ip
 *
 * What the endpoint says besides, such as `servers` and its `x-` fields, holds for each action too.
 */
export function lowerOperation(
  contract: ContractSource,
  endpoint: Endpoint,
  from: ActionSource,
  names: { readonly operationId: string; readonly answer: string },
): JsonObject {
  const { places, extensionPrefix } = contract;
  const { action, source } = from;
  const security = actionSecurity(contract, endpoint, from);
  const callbacks = own(endpoint.operation, "callbacks");
  return {
    tags: [action.serviceType],
    summary: action.summary ?? action.label,
    ...(action.description !== undefined && { description: action.description }),
    operationId: names.operationId,
    ...((action.deprecated || endpoint.model.deprecated) && { deprecated: true }),
    ...(security && { security }),
    ...(endpoint.parameters.length > 0 && { parameters: [...endpoint.parameters] }),
    requestBody: requestBody(endpoint, from, places),
    responses: lowerResponses(contract, endpoint, from, names.answer),
    ...(callbacks !== undefined && { callbacks: unnamedCallbacks(callbacks, places) }),
    ...pick(endpoint.operation, (key) => !replaced.has(key) && actionsType(key, extensionPrefix) === undefined),
    ...pick(source, (key) => key.startsWith("x-")),
    [`x-${extensionPrefix}-action`]: describeAction(action),
  };
}

/** `undefined` where the document's own list holds unchanged. */
function actionSecurity(
  { base, places }: ContractSource,
  { operation, model }: Endpoint,
  { action, source }: ActionSource,
): JsonValue[] | undefined {
  if (!Object.hasOwn(operation, "security") && (action.scopes.length === 0 || model.security.length === 0)) return undefined;
  const schemes = ownObject(ownObject(base, "components"), "securitySchemes") ?? {};
  const security = lowerSecurity(model.security, action.scopes, schemes);
  setWritten(places, security, writtenAt(places, source, "scopes", own(source, "scopes")));
  return security;
}

function pick(object: JsonObject, isWanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isWanted(key)));
}
