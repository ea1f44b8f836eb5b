import { defaultType } from "../../document/media-kind.js";
import { isNamedInBody } from "../../../templates/runtime/selector.js";
import { type Kind, mapChildren } from "../../document/visitor.js";
import { bindingKeys } from "../../binding/binding.js";
import { actionsType } from "../../document/extension.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject } from "../../document/json-value.js";
import type { Locations } from "../../document/locations.js";
import { schemaReference } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import { ignoresBody, requestSchema, selectorOf } from "../../model/action-requests.js";
import { operationOf } from "../../model/action-operation.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { bodyExamples } from "./action-examples.js";
import { lowerResponses } from "./lower-responses.js";
import type { LoweredSuccess } from "./lower-successes.js";
import type { ActionSource, ContractSource, ActionEndpoint } from "./lowered-contract.js";
import { setSourceOffset, sourceOffset } from "./source-map.js";

/** Fields of the endpoint that concern all actions together; each action has its own. */
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
 * Returns the Operation Object of one action, with its fields in reading order:
 *
 *     tags: [postgres]
 *     summary: Allow an address to connect.
 *     operationId: postgres.add_ip
 *
 * The endpoint's other fields, such as `servers` and `x-` fields, apply to each action as well.
 */
export function lowerOperation(
  contract: ContractSource,
  endpoint: ActionEndpoint,
  from: ActionSource,
  names: { readonly operationId: string; readonly responses: readonly LoweredSuccess[] },
): JsonObject {
  const { locations, extensionPrefix } = contract;
  const { action, source } = from;
  const security = actionSecurity(contract, endpoint, from);
  const isReplaced = (key: string) =>
    replaced.has(key) || actionsType(key, extensionPrefix) !== undefined || key === bindingKeys(extensionPrefix).action;
  const callbacks = own(endpoint.operation, "callbacks");
  return {
    tags: [action.serviceType, ...action.tags.filter((tag) => tag !== action.serviceType)],
    summary: action.summary ?? action.label,
    ...(action.description !== undefined && { description: action.description }),
    operationId: names.operationId,
    ...((action.deprecated || endpoint.model.deprecated) && { deprecated: true }),
    ...(security && { security }),
    ...(endpoint.parameters.length > 0 && { parameters: [...endpoint.parameters] }),
    ...(!ignoresBody(endpoint.model, action) && { requestBody: requestBody(contract, endpoint, from) }),
    responses: lowerResponses(contract, endpoint, from, names.responses),
    ...(callbacks !== undefined && { callbacks: unnamedCallbacks(callbacks, locations) }),
    ...pick(endpoint.operation, (key) => !isReplaced(key)),
    ...pick(source, (key) => key.startsWith("x-")),
    [`x-${extensionPrefix}-action`]: describeAction(action),
  };
}

/** Returns `undefined` if the document's own list applies unchanged. */
function actionSecurity(
  { contract, locations }: ContractSource,
  { operation, model }: ActionEndpoint,
  { action, source }: ActionSource,
): JsonValue[] | undefined {
  if (!Object.hasOwn(operation, "security") && (action.scopes.length === 0 || model.security.length === 0)) return undefined;
  const security = lowerSecurity(model.security, action.scopes, contract.securitySchemes);
  setSourceOffset(locations, security, sourceOffset(locations, source, "scopes", own(source, "scopes")));
  return security;
}

function pick(object: JsonObject, isWanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isWanted(key)));
}

/**
 * Returns the Request Body Object of an action, in the endpoint's media types. It is optional if the endpoint allows that
 * and the action accepts `{}`, which no body means.
 */
function requestBody({ contract, locations }: ContractSource, endpoint: ActionEndpoint, from: ActionSource): JsonObject {
  const { action, source } = from;
  const model = operationOf(endpoint.model, action);
  const declared = model.body?.content.map((media) => defaultType(media) ?? media.name) ?? [];
  const mediaTypes = declared.length > 0 ? declared : ["application/json"];
  const examples = bodyExamples(from, model, locations);
  const written = ownObject(ownObject(source, "requestBody"), "content");
  const contentOf = (name: string): JsonObject => {
    const encoding = ownObject(ownObject(written, name), "encoding");
    const schema = requestSchema(model, action, contract);
    return { schema, ...(examples && { examples }), ...(encoding && { encoding }) };
  };
  const isNamed = isNamedInBody(selectorOf(model));
  const mayBeEmpty = schemasIn(contract.schemas).accepts(schemaReference(action.body), {});
  const body: JsonObject = {
    ...(!action.takesInput && !isNamed && { description: "The action takes no input; the body is an empty object." }),
    required: !(mayBeEmpty || action.mayLackBody) || isNamed || model.body?.required === true,
    content: Object.fromEntries(mediaTypes.map((name) => [name, contentOf(name)])),
  };
  setSourceOffset(locations, body, sourceOffset(locations, source, "body", own(source, "body")));
  return body;
}

/**
 * Returns the endpoint's security requirements with an action's scopes in each alternative. Drops an alternative without any
 * scheme, because an anonymous caller has no scopes; if there is no other, scopes can't be expressed.
 */
export function lowerSecurity(
  requirements: Operation["security"],
  scopes: readonly string[],
  schemes: Contract["securitySchemes"],
): Record<string, string[]>[] {
  const proving = requirements.filter((requirement) => Object.keys(requirement).length > 0);
  const isWithScopes = scopes.length > 0 && proving.length > 0;
  return (isWithScopes ? proving : requirements).map((requirement) => {
    const carriers = isWithScopes ? scopeCarriers(Object.keys(requirement), schemes) : [];
    return Object.fromEntries(
      Object.entries(requirement).map(([scheme, own]) => {
        const all = carriers.includes(scheme) ? [...own, ...scopes] : own;
        return [scheme, [...new Set(all)]];
      }),
    );
  });
}

/** Of schemes that are required together, returns those with scopes: OAuth's, else bearer tokens, else all of them. */
function scopeCarriers(names: readonly string[], schemes: Contract["securitySchemes"]): readonly string[] {
  const typeOf = (name: string) => schemes.get(name)?.type;
  const isBearer = (name: string) => schemes.get(name)?.scheme?.toLowerCase() === "bearer";
  const oauth = names.filter((name) => typeOf(name) === "oauth2" || typeOf(name) === "openIdConnect");
  if (oauth.length > 0) return oauth;
  const bearers = names.filter(isBearer);
  return bearers.length > 0 ? bearers : names;
}

/**
 * Returns the endpoint's callbacks for an action: operations without an `operationId`, which must be unique in a
 * document. The target of a `$ref` occurs once in the document and keeps it.
 */
export function unnamedCallbacks(callbacks: JsonValue, locations: Locations): JsonValue {
  const onCopy = (from: object, to: object) => locations.copy(from, to);
  const withoutIds = (value: JsonValue, kind: Kind): JsonValue => {
    if (!isObject(value)) return value;
    if (kind === "operation") return withoutId(value, locations);
    return kind === "callback" || kind === "pathItem" ? mapChildren(value, kind, withoutIds, { onCopy }) : value;
  };
  return mapChildren({ callbacks }, "operation", withoutIds, { onCopy })["callbacks"]!;
}

function withoutId(operation: JsonObject, locations: Locations): JsonObject {
  if (!Object.hasOwn(operation, "operationId")) return operation;
  const { operationId: _, ...copy } = operation;
  locations.copy(operation, copy);
  return copy;
}

/** Returns the `x-platform-action` of a lowered operation: facts without an OpenAPI field. Without `states` or `plans`: all. */
function describeAction(action: Action): JsonObject {
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
