import { actionBinding } from "../binding/action-binding.js";
import {
  collectOperations,
  isSuccess,
  responsesOf,
  type ActionBinding,
  type BoundOperation,
  type BoundResponse,
} from "../binding/binding.js";
import type { JsonObject } from "../document/json-value.js";
import { mapsByEndpoint } from "./operations.js";
import type { RuleContext } from "./rule.js";
import type { BindingProblem } from "../binding/problem.js";

/** An endpoint of actions with its effective binding. */
export interface BoundEndpoint {
  readonly endpoint: BoundOperation;
  /** All operations that the API offers. */
  readonly operations: readonly BoundOperation[];
  /** The service types whose actions it invokes. */
  readonly types: readonly string[];
  readonly binding: ActionBinding;
  readonly problems: readonly BindingProblem[];
}

const known = new WeakMap<RuleContext, readonly BoundEndpoint[]>();

/** Returns the bindings of all endpoints of actions; determined once for all rules. */
export function boundEndpoints(context: RuleContext): readonly BoundEndpoint[] {
  const found = known.get(context) ?? read(context);
  known.set(context, found);
  return found;
}

function read(context: RuleContext): BoundEndpoint[] {
  const { upgraded, extensionPrefix } = context;
  const operations = collectOperations(upgraded);
  return [...mapsByEndpoint(context)].flatMap(([operation, maps]) => {
    const endpoint = operations.find((one) => one.operation === operation);
    if (!endpoint) return [];
    const problems: BindingProblem[] = [];
    const serviceTypes = new Map(maps.map(({ type, actions }): [string, JsonObject] => [type, actions]));
    const binding = actionBinding({ document: upgraded, endpoint, operations, serviceTypes, prefix: extensionPrefix }, problems);
    return [{ endpoint, operations, types: [...serviceTypes.keys()], binding, problems }];
  });
}

/** Returns the problems of all bindings of actions that one rule reports. */
export function bindingProblems(context: RuleContext, kind: BindingProblem["kind"]): readonly BindingProblem[] {
  return boundEndpoints(context)
    .flatMap(({ problems }) => problems)
    .filter((problem) => problem.kind === kind);
}

/** Returns a hint that names a binding, with the prefix of the contract. */
export function inPrefix(hint: string, { extensionPrefix }: RuleContext): { hint: string } {
  return { hint: hint.replaceAll("x-platform-", `x-${extensionPrefix}-`) };
}

/** The successful responses of actions of one kind. A 202 may be for asynchronous actions only. */
export function successesOfKind(
  { upgraded }: RuleContext,
  { endpoint, binding }: BoundEndpoint,
  isAsync: boolean,
): BoundResponse[] {
  const declared = responsesOf(endpoint.operation, upgraded).filter(({ status }) => isSuccess(status));
  const wanted = binding.reservesAccepted ? declared.filter(({ status }) => (status === "202") === isAsync) : declared;
  return wanted.length > 0 ? wanted : declared;
}
