import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { operationObject } from "../../model/source-objects.js";
import { additionalOperations, hasOwnField, methodKey, operationsOf, requestMethod } from "../../document/path-operations.js";
import { actionsType } from "../../document/extension.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { resolveComponent } from "../../document/reference.js";
import { upgradeDocument } from "../../document/upgrade-document.js";
import { mergeOperation } from "../../model/action-operation.js";
import { actionFragment, actionPath, factOf, isFactParameter, textSchema } from "../../model/action-requests.js";
import type { Action, ContractWithDocuments, Operation, Parameter } from "../../model/contract.js";
import { createNamer, pascalCase, sortKeys } from "../../model/names.js";
import { lowerOperation } from "./lower-operation.js";
import { mergeMarkedErrors } from "./merge-marked-errors.js";
import { lowerSuccesses, type LoweredSuccess } from "./lower-successes.js";
import type { ContractSource, ActionEndpoint, LoweredAction, LoweredContract } from "./lowered-contract.js";
import { report } from "./diagnostics.js";
import type { OperationIdStyle } from "./expansion.js";
import { OperationIds } from "./operation-ids.js";
import { locationOf, setSourceOffset, sourceOffset } from "./source-map.js";

/** Lowers every action to an operation: its path, names, schemas, Operation Object and location in the contract. */
export function lowerContract(
  contract: ContractWithDocuments,
  loaded: LoadedContract,
  style: OperationIdStyle,
  problems: Diagnostic[],
): LoweredContract {
  const { locations, extensionPrefix } = loaded;
  const base = upgradeDocument(loaded.document, locations, (key) => actionsType(key, extensionPrefix) !== undefined, {
    keepsItemSchemas: true,
  });
  const source: ContractSource = { contract, base, locations, extensionPrefix };
  const operationIds = new OperationIds(
    contract.operations.map(({ id }) => id),
    style,
  );
  const nameSchema = createNamer(contract.schemas.keys());
  const actions = contract.serviceTypes.flatMap((serviceType) => {
    const common = findEndpoint(source, serviceType.operationId);
    return serviceType.actions.map((action) => {
      const endpoint = endpointOf(source, common, action);
      return lowerAction(source, endpoint, action, {
        operationId: operationIds.add(action),
        responses: lowerSuccesses(
          source,
          endpoint,
          action,
          `${serviceType.pascalName}${pascalCase(action.name)}Answer`,
          nameSchema,
        ),
      });
    });
  });
  reportTakenIds(operationIds, actions, problems);
  return { ...source, actions, ordinaryPaths: ordinaryPaths(source), components: allComponents(source, actions) };
}

/** Reports actions whose operationId has a number, because another operation has the same. */
function reportTakenIds({ numbered }: OperationIds, actions: readonly LoweredAction[], problems: Diagnostic[]): void {
  for (const { action, operationId, declaredAt } of actions) {
    const clash = numbered.get(operationId);
    const parameters = { action: `${action.serviceType}.${action.name}`, operationId, ...clash! };
    if (clash) report(problems, "expand-operation-id-taken", parameters, locationOf(action.name, declaredAt));
  }
}

function lowerAction(
  from: ContractSource,
  endpoint: ActionEndpoint,
  action: Action,
  names: { readonly operationId: string; readonly responses: readonly LoweredSuccess[] },
): LoweredAction {
  const { contract, base, locations, extensionPrefix } = from;
  const key = `x-${extensionPrefix}-${action.serviceType}-actions`;
  const map = (ownObject(endpoint.operation, key) ?? ownObject(base, key))!;
  const source = ownObject(map, action.name)!;
  const declaredAt = sourceOffset(locations, map, action.name, source);

  const parameters = lowerParameters(from, endpoint, action);
  const operation = mergeMarkedErrors(from, lowerOperation(from, { ...endpoint, parameters }, { action, source }, names));
  setSourceOffset(locations, operation, declaredAt, source);
  const writtenAt = sourceOffset(locations, source, "result", own(source, "result")) ?? declaredAt;
  const responses = names.responses.flatMap(({ name, schema }) => {
    if (name === undefined || !isObject(schema)) return [];
    setSourceOffset(locations, schema, writtenAt);
    return [{ name, schema }];
  });
  return {
    serviceType: action.serviceType,
    action,
    endpoint: endpoint.model,
    operationId: names.operationId,
    method: methodKey(endpoint.model.method),
    path: loweredPath(endpoint.model, action),
    operation,
    body: { name: action.body, schema: contract.schemas.get(action.body)! },
    responses,
    declaredAt,
  };
}

/** The parameters of the endpoint; one that names the action has one value only. */
function lowerParameters(
  { base, locations }: ContractSource,
  { model, parameters }: ActionEndpoint,
  action: Action,
): JsonValue[] {
  return parameters.map((parameter) => {
    const target = resolveComponent(parameter, base);
    const text = isObject(target) ? factOf(model, action, nameOf(target)) : undefined;
    if (text === undefined || !isObject(target)) return parameter;
    const { example: _, examples: __, ...kept } = target;
    const copy = { ...kept, required: true, schema: textSchema(text) };
    locations.copy(target, copy);
    return copy;
  });
}

function nameOf(parameter: JsonValue | undefined): Pick<Parameter, "in" | "name"> {
  return { in: ownString(parameter, "in") as Parameter["in"], name: ownString(parameter, "name") ?? "" };
}

/** Returns the action's own path. If it alone doesn't identify the action, a fragment does, which is never sent. */
function loweredPath(endpoint: Operation, action: Action): string {
  const fragment = actionFragment(endpoint, action);
  const path = actionPath(endpoint, action);
  return fragment === undefined ? path : `${path}#${fragment}`;
}

function allComponents({ contract, base, locations }: ContractSource, actions: readonly LoweredAction[]): JsonObject {
  const declared = ownObject(base, "components") ?? {};
  const responses = actions.flatMap((action) => action.responses.map(({ name, schema }) => [name, schema] as const));
  const schemas = sortKeys(Object.fromEntries([...contract.schemas, ...responses]));
  const components = sortKeys<JsonValue>({ ...declared, schemas });
  locations.copy(ownObject(declared, "schemas") ?? {}, schemas);
  locations.copy(declared, components);
  return components;
}

/** Returns an endpoint with what one of its actions declares itself. */
function endpointOf(from: ContractSource, endpoint: ActionEndpoint, action: Action): ActionEndpoint {
  const { operation } = action;
  if (!operation) return endpoint;
  const { contract, base, locations, extensionPrefix } = from;
  const key = `x-${extensionPrefix}-${action.serviceType}-actions`;
  const source = ownObject(ownObject(endpoint.operation, key) ?? ownObject(base, key), action.name)!;
  const all = own(operationObject(contract.document, endpoint.model), "parameters") as JsonValue[];
  const merged = mergeOperation({ ...endpoint.operation, parameters: all }, source, { document: base, locations });
  return { model: operation, operation: merged, parameters: unnamed(own(merged, "parameters") as JsonValue[], operation, base) };
}

/** Returns parameters, except those in the path that name the action or its type. */
function unnamed(parameters: readonly JsonValue[], model: Operation, base: JsonObject): JsonValue[] {
  return parameters.filter((parameter) => {
    const named = nameOf(resolveComponent(parameter, base));
    return named.in !== "path" || !isFactParameter(model, named);
  });
}

/** Finds the operation that invokes actions, by its id in the model. */
function findEndpoint({ contract, base }: ContractSource, operationId: string): ActionEndpoint {
  const model = contract.operations.find(({ id }) => id === operationId)!;
  // Includes those of the path item.
  const parameters = own(operationObject(contract.document, model), "parameters") as JsonValue[];
  return {
    model,
    operation: operationObject(base, model)!,
    parameters: unnamed(parameters, model, base),
  };
}

/** Returns the Paths Object without the endpoints that invoke actions. Every operation gets an id, which tools rely on. */
export function ordinaryPaths(from: ContractSource): JsonObject {
  const { contract, base, locations } = from;
  const operations = new Map(contract.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const declared = ownObject(base, "paths") ?? {};
  const paths: JsonObject = {};
  locations.copy(declared, paths);
  for (const [path, item] of Object.entries(declared)) {
    if (!isObject(item) || path.startsWith("x-")) {
      paths[path] = item;
      continue;
    }
    const keep = (holder: JsonObject, isMethod: (key: string) => boolean): JsonObject => {
      const kept: JsonObject = {};
      locations.copy(holder, kept);
      for (const [key, value] of Object.entries(holder)) {
        const model = isMethod(key) ? operations.get(`${requestMethod(key)} ${path}`) : undefined;
        if (!model || !isObject(value)) kept[key] = value;
        else if (!model.isEndpoint) kept[key] = withId(mergeMarkedErrors(from, value), model, locations);
      }
      return kept;
    };
    const kept = keep(item, hasOwnField);
    const others = ownObject(item, additionalOperations);
    if (others) kept[additionalOperations] = keep(others, () => true);
    if (operationsOf(kept).length > 0 || operationsOf(item).length === 0) paths[path] = kept;
  }
  return paths;
}

function withId(operation: JsonObject, { id }: Operation, locations: ContractSource["locations"]): JsonObject {
  if (Object.hasOwn(operation, "operationId")) return operation;
  const copy = { ...operation, operationId: id };
  locations.copy(operation, copy);
  return copy;
}
