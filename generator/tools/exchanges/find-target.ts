import type { ParametersOf } from "../../diagnostics/code-record.js";
import { suggest } from "../../diagnostics/suggest.js";
import { declaredStatusOf } from "../../model/failures.js";
import type { exchangeCodes } from "./diagnostics.js";
import type { Exchange } from "./exchange.js";
import { type DeclaredAction, type Endpoint, type ExchangeContract, onlyTypeWith } from "./exchange-contract.js";
import { serviceViews, typeOfService } from "./service-views.js";

/** The operation or action that an exchange calls. */
export interface CallTarget {
  readonly endpoint: Endpoint;
  /** Absent for operations that don't invoke actions. */
  readonly node?: DeclaredAction;
}

/** `postgres.add_ip`, or the id of an operation. */
export function nameOf({ endpoint, node }: CallTarget): string {
  return node ? `${node.action.serviceType}.${node.action.name}` : endpoint.operation.id;
}

/** The reason why an exchange's target is unknown. */
export type TargetCode = Extract<keyof typeof exchangeCodes, `target-${string}`>;

/** Receives the problem, the part of the exchange that has it, and a suggestion. */
export type ReportTargetProblem = <C extends TargetCode>(
  code: C,
  parameters: ParametersOf<(typeof exchangeCodes)[C]>,
  pointer: string,
  suggestion?: string,
) => void;

/** Finds the target of an exchange by its operation, or by its service type and action. */
export function findTarget(contract: ExchangeContract, exchange: Exchange, report: ReportTargetProblem): CallTarget | undefined {
  const { operation, action } = exchange;
  const endpoint = operation === undefined ? undefined : contract.endpoints.get(operation);
  if (operation !== undefined && !endpoint) {
    report("target-operation-unknown", { operation }, "/operation", suggest(operation, contract.endpoints.keys()));
    return undefined;
  }
  if (action !== undefined) return findAction(contract, exchange, action, endpoint, report);
  if (!endpoint) {
    report("target-missing", {}, "");
    return undefined;
  }
  if (endpoint.operation.isEndpoint && dependsOnAction(exchange, endpoint)) {
    report("target-action-missing", { operation: endpoint.operation.id }, "/operation");
    return undefined;
  }
  return { endpoint };
}

function findAction(
  contract: ExchangeContract,
  { service_type: given, service }: Exchange,
  action: string,
  endpoint: Endpoint | undefined,
  report: ReportTargetProblem,
): CallTarget | undefined {
  const { actions: types } = contract;
  const views = serviceViews(contract.contract, endpoint?.operation);
  const read = given === undefined ? typeOfService(service, views) : undefined;
  const type = given ?? read?.type ?? onlyTypeWith(contract, action, endpoint?.operation);
  const actions = type === undefined ? undefined : types.get(type);
  const node = actions?.get(action);
  if (type === undefined) report("target-type-missing", { action }, "/action");
  else if (!actions) {
    const pointer = read === undefined ? "/service_type" : `/service${read.pointer}`;
    report("target-type-unknown", { type }, pointer, suggest(type, types.keys()));
  } else if (!node) report("target-action-unknown", { type, action }, "/action", suggest(action, actions.keys()));
  else if (endpoint && endpoint.operation.id !== node.endpoint.operation.id) {
    report("target-clash", { operation: endpoint.operation.id, type, action }, "/operation");
  } else return { endpoint: node.endpoint, node };
  return undefined;
}

/** Returns whether the exchange only makes sense for a known action. A failure may precede that; bodies and results don't. */
function dependsOnAction({ request, response }: Exchange, { operation }: Endpoint): boolean {
  return request?.body !== undefined || (response !== undefined && declaredStatusOf(operation, response) < 400);
}
