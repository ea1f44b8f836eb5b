import { actionsType } from "../../document/extension.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { upgradeDocument } from "../../document/upgrade-document.js";
import type { Action, Contract } from "../../model/contract.js";
import { createNamer, pascalCase, sortKeys } from "../../model/names.js";
import { answerSchema } from "./answer-schema.js";
import { findEndpoint } from "./find-endpoint.js";
import { lowerOperation } from "./lower-operation.js";
import type { ContractSource, Endpoint, LoweredAction, LoweredContract } from "./lowered-contract.js";
import { ordinaryPaths } from "./ordinary-paths.js";
import { setWritten, writtenAt } from "./written-at.js";

/** Makes an operation of every action: its path, names, schemas, Operation Object and place in the contract. */
export function lowerContract(contract: Contract, loaded: LoadedContract): LoweredContract {
  const { places, extensionPrefix } = loaded;
  const base = upgradeDocument(loaded.document, places, (key) => actionsType(key, extensionPrefix) !== undefined);
  const source: ContractSource = { contract, base, places, extensionPrefix };
  const nameOperation = createNamer(contract.operations.map(({ id }) => id));
  const nameSchema = createNamer(contract.schemas.keys());
  const actions = contract.serviceTypes.flatMap((serviceType) => {
    const endpoint = findEndpoint(source, serviceType.operationId);
    return serviceType.actions.map((action) =>
      lowerAction(source, endpoint, action, {
        operationId: nameOperation(`${serviceType.name}.${action.name}`),
        answer: nameSchema(`${serviceType.pascalName}${pascalCase(action.name)}Answer`),
      }),
    );
  });
  return { ...source, actions, ordinaryPaths: ordinaryPaths(source), components: allComponents(source, actions) };
}

function lowerAction(
  from: ContractSource,
  endpoint: Endpoint,
  action: Action,
  names: { readonly operationId: string; readonly answer: string },
): LoweredAction {
  const { contract, base, places, extensionPrefix } = from;
  const key = `x-${extensionPrefix}-${action.serviceType}-actions`;
  const map = (ownObject(endpoint.operation, key) ?? ownObject(base, key))!;
  const source = ownObject(map, action.name)!;
  const written = writtenAt(places, map, action.name, source);

  const operation = lowerOperation(from, endpoint, { action, source }, names);
  setWritten(places, operation, written, source);
  const answer = answerSchema(action);
  setWritten(places, answer, writtenAt(places, source, "result", own(source, "result")) ?? written);
  return {
    serviceType: action.serviceType,
    action,
    endpoint: endpoint.model,
    operationId: names.operationId,
    method: endpoint.model.method.toLowerCase(),
    path: endpoint.model.path.split("{action}").join(action.name),
    operation,
    body: { name: action.body, schema: contract.schemas.get(action.body)! },
    answer: { name: names.answer, schema: answer },
    written,
  };
}

function allComponents({ contract, base, places }: ContractSource, actions: readonly LoweredAction[]): JsonObject {
  const declared = ownObject(base, "components") ?? {};
  const answers = actions.map(({ answer: { name, schema } }) => [name, schema] as const);
  const schemas = sortKeys(Object.fromEntries([...contract.schemas, ...answers]));
  const components = sortKeys<JsonValue>({ ...declared, schemas });
  places.copy(ownObject(declared, "schemas") ?? {}, schemas);
  places.copy(declared, components);
  return components;
}
