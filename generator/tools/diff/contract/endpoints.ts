import { bindingKeys, isFailure, isSuccess, responsesOf, successSchema, type BoundOperation } from "../../../binding/binding.js";
import { isObject, own, ownObject, type JsonObject } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { at, type Anchor } from "../rule.js";
import type { ActionEndpoint, ContractVersion } from "./contract-version.js";
import type { FactsVersion } from "./facts.js";
import { titleOf, withoutNames, type OperationPair, type OperationVersion } from "./operations.js";
import type { Pair } from "./pairs.js";
import { describeResponse, keptResponses } from "./responses.js";

/** An endpoint of actions in one version. */
export interface EndpointVersion extends ActionEndpoint {
  readonly operation: OperationVersion;
}

/** Returns both versions of an operation if both invoke actions. */
export function endpointPair({ before, after }: OperationPair): Pair<EndpointVersion> | undefined {
  if (!before.endpoint || !after.endpoint) return undefined;
  return { before: { ...before.endpoint, operation: before }, after: { ...after.endpoint, operation: after } };
}

/** Returns the locations of an action's facts in the success responses of its endpoint. */
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

/** Returns the locations of a service's facts in its representation, or `undefined` if no operation returns one. */
export function serviceFacts(side: EndpointVersion): FactsVersion | undefined {
  const { service } = side.binding;
  const { version } = side.operation;
  const representation = representationOf(side);
  if (!representation) return undefined;
  const names = [
    ["type", "the type", service.type],
    ["status", "the status", service.status],
    ["plan", "the plan", service.plan],
    ["actions", "the list of actions", service.actions],
  ] as const;
  const schema = successSchema(representation, version.document);
  return {
    version,
    pointers: pointersOf(names),
    schema,
    written: writtenFacts(side, "service", names),
    isAssumed: schemasIn(version.document).of(schema).members.size === 0,
    anchor: at(representation.operation, "responses"),
  };
}

/** Returns the operation that returns a service. */
export function representationOf({ binding, operation }: EndpointVersion): BoundOperation | undefined {
  return operationAt(binding.service.representation, operation.version);
}

type Names = readonly (readonly [member: string, name: string, pointer: string | undefined])[];

function pointersOf(names: Names): ReadonlyMap<string, string> {
  return new Map(names.flatMap(([, name, pointer]) => (pointer === undefined ? [] : [[name, pointer] as const])));
}

/** Returns the facts that a part of the endpoint's binding mentions: all of them if that part is `null`. */
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

/** Returns the binding of an endpoint as written in the contract. */
export function writtenBinding({ object, version }: OperationVersion): JsonObject | undefined {
  return ownObject(object, bindingKeys(version.extensionPrefix).action);
}

/** Returns the responses in which an endpoint reports success, as named in messages. */
export function successUses(pair: OperationPair): string[] {
  const statuses = keptResponses(pair).map(({ status }) => status);
  const successes = statuses.filter((status) => !isFailure(status));
  return (successes.length > 0 ? successes : statuses).map((status) => describeResponse(status, pair.after.title));
}

/** Returns the responses in which an operation returns its representation, as named in messages. */
export function representationUses(representation: BoundOperation, { document }: ContractVersion): string[] {
  const statuses = responsesOf(representation.operation, document).map(({ status }) => status);
  return statuses.filter(isSuccess).map((status) => describeResponse(status, titleOf(representation)));
}

/** Returns the operation with a path and a method. */
export function operationAt(
  bound: Pick<BoundOperation, "path" | "method"> | undefined,
  { operations }: ContractVersion,
): BoundOperation | undefined {
  return bound && operations.find(({ role, path, method }) => role === "api" && path === bound.path && method === bound.method);
}

/** Returns whether two versions have the same operation: with the same path, or the same id if it moved. */
export function isSameOperation(before: BoundOperation, after: BoundOperation): boolean {
  const locationOf = ({ path, method }: BoundOperation) => `${method} ${withoutNames(path)}`;
  const idOf = ({ operation }: BoundOperation) => own(operation, "operationId");
  return locationOf(before) === locationOf(after) || (idOf(before) !== undefined && idOf(before) === idOf(after));
}
