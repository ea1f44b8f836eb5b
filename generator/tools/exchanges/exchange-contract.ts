import type { Route } from "../../../templates/runtime/server/contract.js";
import type { LoadedContract, LoadOptions } from "../../document/load-contract.js";
import type { Locations } from "../../document/locations.js";
import { buildRoutes } from "../../emit/server/build-routes.js";
import { createSchemaEvaluator, type InstanceEvaluator, type StepBudget } from "../../json-schema/interpreter.js";
import { readValidContract } from "../../lint/valid-contract.js";
import { buildContract } from "../../model/build-contract.js";
import type { Action, Contract, Operation } from "../../model/contract.js";
import { withForms } from "./form-schemas.js";
import { createSecretSchemas, type SecretSchemas } from "./secrets/secret-schemas.js";

/** A contract to validate exchanges against. */
export interface ExchangeContract {
  readonly contract: Contract;
  /** The source locations of its schemas, and of the objects of the model. */
  readonly locations: Locations;
  readonly extensionPrefix: string;
  readonly evaluate: InstanceEvaluator;
  readonly secrets: SecretSchemas;
  /** By operation id. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By service type and name. */
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, DeclaredAction>>;
}

/** An operation, and the functions that parse its requests and responses. */
export interface Endpoint {
  readonly operation: Operation;
  readonly route: Route;
}

/** An action, and the endpoint that invokes it, with what the action declares itself. */
export interface DeclaredAction {
  readonly action: Action;
  readonly endpoint: Endpoint;
}

/** Far more than any message needs; the rest is reported as unchecked. */
const limits = { steps: 5_000_000, stepsInAll: Infinity, errors: 200 };

/** Prepares a loaded contract. */
export function createExchangeContract(loaded: LoadedContract): ExchangeContract {
  const contract = withForms(buildContract(loaded), loaded.locations);
  const routes = new Map(buildRoutes(contract).map((route) => [route.operation, route]));
  const endpoints = new Map(
    contract.operations.map((operation): [string, Endpoint] => [operation.id, { operation, route: routes.get(operation.id)! }]),
  );
  const actions = new Map(
    contract.serviceTypes.map(({ name, operationId, actions: list }) => {
      const endpoint = endpoints.get(operationId)!;
      const nodes = list.map((action): [string, DeclaredAction] => {
        const { actions: own, ...route } = endpoint.route;
        const ofAction = { ...route, ...own?.[name]?.[action.name] };
        return [
          action.name,
          { action, endpoint: action.operation ? { operation: action.operation, route: ofAction } : endpoint },
        ];
      });
      return [name, new Map(nodes)] as const;
    }),
  );
  return {
    contract,
    locations: loaded.locations,
    extensionPrefix: loaded.extensionPrefix,
    evaluate: createSchemaEvaluator(contract.schemas, limits, contract.integers),
    secrets: createSecretSchemas(contract),
    endpoints,
    actions,
  };
}

/** Returns a contract whose validations share a number of steps; once they are spent, the validity of every value is unknown. */
export function withBudget(exchangeContract: ExchangeContract, budget: StepBudget): ExchangeContract {
  const { schemas, integers } = exchangeContract.contract;
  return { ...exchangeContract, evaluate: createSchemaEvaluator(schemas, limits, integers, budget) };
}

/** Reads a contract for `validateExchange`. Read it once and reuse it. Throws a `ContractError` for a contract with errors. */
export function readContract(contractPath: string, options: Partial<LoadOptions> = {}): ExchangeContract {
  return createExchangeContract(readValidContract(contractPath, options).loaded);
}

/** Returns the only service type that has an action of this name, among all types or those of an endpoint. */
export function onlyTypeWith({ actions }: ExchangeContract, action: string, endpoint?: Operation): string | undefined {
  const [type, ...others] = (endpoint?.serviceTypes ?? [...actions.keys()]).filter((name) => actions.get(name)?.has(action));
  return others.length === 0 ? type : undefined;
}
