import { bindingKeys, isFailure, isSuccess, responsesOf, successSchema, type BoundOperation } from "../../../binding/binding.js";
import { isObject, own, ownObject, type JsonObject } from "../../../document/json-value.js";
import { membersOf } from "../../../json-schema/members.js";
import { at, type Anchor } from "../rule.js";
import type { ActionEndpoint, ContractVersion } from "./contract-version.js";
import type { FactsVersion } from "./facts.js";
import { titleOf, withoutNames, type OperationPair, type OperationVersion } from "./operations.js";
import type { Pair } from "./pairs.js";
import { describeAnswer, keptResponses } from "./responses.js";

/** An endpoint of actions in one version. */
export interface EndpointVersion extends ActionEndpoint {
  readonly operation: OperationVersion;
}

/** Both versions of an operation where both invoke actions. */
export function endpointPair({ before, after }: OperationPair): Pair<EndpointVersion> | undefined {
  if (!before.endpoint || !after.endpoint) return undefined;
  return { before: { ...before.endpoint, operation: before }, after: { ...after.endpoint, operation: after } };
}

/** Where the facts of an action stand in the successes of its endpoint. */
export function envelopeFacts(side: EndpointVersion): FactsVersion {
  const { binding, operation, endpoint } = side;
  const { action, status, message, result } = binding.envelope;
  const names = [
    ["result", "the result", result],
    ["status", "the status", status],
    ["message", "the message", message],
    ["action", "the action's name", action],
  ] as const;
  return {
    version: operation.version,
    pointers: pointersOf(names),
    schema: successSchema(endpoint, operation.version.document),
    written: writtenFacts(side, "response", names),
    isAssumed: binding.isAssumed,
    anchor: at(operation.object, "responses"),
  };
}

/** Where services show their facts, in what represents them; `undefined` where the contract has no such operation. */
export function serviceFacts(side: EndpointVersion): FactsVersion | undefined {
  const { service } = side.binding;
  const { version } = side.operation;
  const shown = representationOf(side);
  if (!shown) return undefined;
  const names = [
    ["type", "the type", service.type],
    ["status", "the status", service.status],
    ["plan", "the plan", service.plan],
    ["actions", "the list of actions", service.actions],
  ] as const;
  const schema = successSchema(shown, version.document);
  return {
    version,
    pointers: pointersOf(names),
    schema,
    written: writtenFacts(side, "service", names),
    isAssumed: membersOf(schema, version.document).size === 0,
    anchor: at(shown.operation, "responses"),
  };
}

/** The operation that returns a service. */
export function representationOf({ binding, operation }: EndpointVersion): BoundOperation | undefined {
  return operationAt(binding.service.representation, operation.version);
}

type Names = readonly (readonly [member: string, name: string, pointer: string | undefined])[];

function pointersOf(names: Names): ReadonlyMap<string, string> {
  return new Map(names.flatMap(([, name, pointer]) => (pointer === undefined ? [] : [[name, pointer] as const])));
}

/** The facts of which a part of the endpoint's binding says something: all of them where that part is `null`. */
function writtenFacts({ operation }: EndpointVersion, part: "response" | "service", names: Names): ReadonlyMap<string, Anchor> {
  const binding = writtenBinding(operation);
  const members = own(binding, part);
  return new Map(
    names.flatMap(([member, name]) => {
      if (members === null) return [[name, at(binding!, part)] as const];
      return isObject(members) && own(members, member) !== undefined ? [[name, at(members, member)] as const] : [];
    }),
  );
}

/** What the contract writes of the binding of an endpoint. */
export function writtenBinding({ object, version }: OperationVersion): JsonObject | undefined {
  return ownObject(object, bindingKeys(version.extensionPrefix).action);
}

/** The answers in which an endpoint reports a success, as messages name them. */
export function successUses(pair: OperationPair): string[] {
  const statuses = keptResponses(pair).map(({ status }) => status);
  const successes = statuses.filter((status) => !isFailure(status));
  return (successes.length > 0 ? successes : statuses).map((status) => describeAnswer(status, pair.after.title));
}

/** The answers in which an operation returns what it shows, as messages name them. */
export function shownUses(shown: BoundOperation, { document }: ContractVersion): string[] {
  const statuses = responsesOf(shown.operation, document).map(({ status }) => status);
  return statuses.filter(isSuccess).map((status) => describeAnswer(status, titleOf(shown)));
}

/** The operation of a path and a method. */
export function operationAt(
  place: Pick<BoundOperation, "path" | "method"> | undefined,
  { operations }: ContractVersion,
): BoundOperation | undefined {
  return place && operations.find(({ role, path, method }) => role === "api" && path === place.path && method === place.method);
}

/** Whether two versions mean the same operation: by its path, or by its id where it moved. */
export function isSameOperation(before: BoundOperation, after: BoundOperation): boolean {
  const placeOf = ({ path, method }: BoundOperation) => `${method} ${withoutNames(path)}`;
  const idOf = ({ operation }: BoundOperation) => own(operation, "operationId");
  return placeOf(before) === placeOf(after) || (idOf(before) !== undefined && idOf(before) === idOf(after));
}
