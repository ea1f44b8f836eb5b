import { buildRoutes } from "../../emit/server/build-routes.js";
import { createInstanceJudge, type InstanceJudge } from "../../json-schema/interpreter/check-instance.js";
import { ownObject, type JsonObject } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import type { Places } from "../../document/source.js";
import { buildContract } from "../../model/build-contract.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { createSecretSchemas, type SecretSchemas } from "./secrets/secret-schemas.js";
import type { Route } from "../../../templates/runtime/server/contract.js";

/** A contract as exchanges are held against it. */
export interface ExchangeContract {
  readonly contract: Contract;
  /** Where its objects stand in the source. */
  readonly places: Places;
  readonly extensionPrefix: string;
  readonly judge: InstanceJudge;
  readonly secrets: SecretSchemas;
  /** By operation id. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By service type and name. */
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, ActionNode>>;
}

/** An operation, how a server reads it, and what the contract has about it. */
export interface Endpoint {
  readonly operation: Operation;
  readonly route: Route;
  readonly document: JsonObject;
}

/** An action, the endpoint that invokes it, and its Action Object as it was written. */
export interface ActionNode {
  readonly action: Action;
  readonly endpoint: Endpoint;
  readonly source: JsonObject;
}

/** Much more than any message needs; what is beyond is said to be unchecked. */
const limits = { steps: 5_000_000, stepsInAll: Infinity, errors: 200 };

/** Prepares a loaded contract. */
export function createExchangeContract(loaded: LoadedContract): ExchangeContract {
  const contract = buildContract(loaded);
  const routes = new Map(buildRoutes(contract).map((route) => [route.operation, route]));
  const endpoints = new Map(
    contract.operations.map((operation): [string, Endpoint] => {
      const item = ownObject(ownObject(contract.document, "paths"), operation.path);
      const document = ownObject(item, operation.method.toLowerCase()) ?? {};
      return [operation.id, { operation, route: routes.get(operation.id)!, document }];
    }),
  );
  const actions = new Map(
    contract.serviceTypes.map(({ name, operationId, actions: list }) => {
      const endpoint = endpoints.get(operationId)!;
      const map = actionMap(loaded, endpoint.operation, name);
      const nodes = list.map((action): [string, ActionNode] => [
        action.name,
        { action, endpoint, source: ownObject(map, action.name) ?? {} },
      ]);
      return [name, new Map(nodes)] as const;
    }),
  );
  return {
    contract,
    places: loaded.places,
    extensionPrefix: loaded.extensionPrefix,
    judge: createInstanceJudge(contract.document, limits, contract.integers),
    secrets: createSecretSchemas(contract),
    endpoints,
    actions,
  };
}

/** The map stands on the operation, or at the root. */
function actionMap({ document, extensionPrefix }: LoadedContract, operation: Operation, type: string): JsonObject | undefined {
  const key = `x-${extensionPrefix}-${type}-actions`;
  const item = ownObject(ownObject(document, "paths"), operation.path);
  return ownObject(ownObject(item, operation.method.toLowerCase()), key) ?? ownObject(document, key);
}
