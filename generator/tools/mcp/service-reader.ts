import { ApiError, type Arguments, ClientError } from "../../../templates/runtime/client/call.js";
import { valueAt } from "../../../templates/runtime/json.js";
import { quote, terminalText } from "../../diagnostics/escape.js";
import { isObject, own, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { LiveClient } from "../../live/client.js";
import type { LiveContract } from "../../live/live-contract.js";
import { successesOf } from "../../model/action-responses.js";
import { argumentNames, clientNames } from "../../model/client-names.js";
import type { Action, Contract, Operation, ServiceType } from "../../model/contract.js";

/** What a service says of an action now. */
export type ServiceState =
  /** It can be invoked, as far as the service says. */
  | { readonly kind: "open"; readonly name: string | undefined }
  /** The service doesn't allow it. */
  | { readonly kind: "closed"; readonly reason: string }
  /** There is no such service, or it is of another type. */
  | { readonly kind: "other"; readonly reason: string }
  /** It can't be determined. */
  | { readonly kind: "unread"; readonly reason: string };

/** An action, and the endpoint that invokes it. */
export interface ActionTarget {
  readonly operation: Operation;
  readonly type: ServiceType;
  readonly action: Action;
}

/**
 * Returns the function that reads the service of an action before its call. It returns `undefined` where the contract doesn't define how
 * services are represented. `client` doesn't validate: what is undeclared must not hide what the service says of an action.
 */
export function createServiceReader(
  contract: LiveContract,
  client: LiveClient,
): (call: ActionTarget, path: Arguments, signal: AbortSignal | undefined) => Promise<ServiceState | undefined> {
  return async (target, path, signal) => {
    const read = readingOf(contract.model, target.operation);
    if (!read) return undefined;
    try {
      return stateIn(contract.model, target, await readService(contract, client, read, path, signal));
    } catch (error) {
      if (!(error instanceof ClientError) || error.name === "AbortError") throw error;
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
      return { kind: isGone ? "other" : "unread", reason: error.message };
    }
  };
}

/** What the representation of a service says of an action. */
export function stateIn(model: Contract, { operation, type, action }: ActionTarget, service: unknown): ServiceState {
  const { service: facts } = operation.binding!;
  if (!isObject(service as JsonValue)) return { kind: "unread", reason: "the response is not an object" };
  const typed = typeIn(model, operation, service);
  if (typed === null) return { kind: "unread", reason: `the response has no type at ${facts.type!}` };
  if (typed !== undefined && typed !== type.name) {
    return { kind: "other", reason: `the service is of the type ${quote(typed)}, not ${quote(type.name)}` };
  }
  const name = own(service as JsonValue, "name");
  const open = { kind: "open", name: typeof name === "string" ? name : undefined } as const;
  if (facts.actions === undefined) return open;
  const advertised = (valueAt(service, facts.actions) ?? []) as JsonValue;
  if (!Array.isArray(advertised)) return { kind: "unread", reason: `the response has no list of actions at ${facts.actions}` };
  const entries = advertised.filter((entry) => entry === action.name || own(entry, "name") === action.name);
  if (entries.length === 0) return { kind: "closed", reason: "The service does not advertise this action." };
  for (const entry of entries) {
    const enabled = own(entry, "enabled") ?? true;
    const reason = own(entry, "reason");
    if (enabled === false)
      return { kind: "closed", reason: typeof reason === "string" ? terminalText(reason) : "The service gives no reason." };
    if (enabled !== true) return { kind: "unread", reason: `"enabled" of the action is neither true nor false` };
  }
  return open;
}

/** The type of a service; `null`: it has none where it should; `undefined`: its endpoint has one type, which services don't name. */
export function typeIn(
  { operations, serviceTypes, schemas }: Contract,
  endpoint: Operation,
  service: unknown,
): string | null | undefined {
  const { representation, type } = endpoint.binding?.service ?? {};
  if (type === undefined) return undefined;
  const types = serviceTypes.filter(({ operationId }) => operationId === endpoint.id).map(({ name }) => name);
  const value = valueAt(service, type);
  const read = operations.find(
    ({ path, method }) => path === representation?.path && method === representation.method.toUpperCase(),
  );
  const listed = (read ? successesOf(read) : []).flatMap(({ content }) =>
    content.flatMap(({ schema }) => schemasIn(schemas).at(schema, type)?.schema.texts ?? []),
  );
  if (types.length === 1 && !listed.includes(types[0]!)) return undefined;
  return typeof value === "string" ? value : null;
}

/** An operation that returns services, and how its arguments follow from those in the path of an endpoint. */
export interface Reading {
  readonly operation: Operation;
  readonly argumentsOf: (path: Arguments) => Arguments;
}

/** Reads the service of an action before its call. */
export async function readService(
  contract: LiveContract,
  client: LiveClient,
  { operation, argumentsOf }: Reading,
  path: Arguments,
  signal?: AbortSignal,
): Promise<unknown> {
  const call = client.operations[clientNames(contract.model).operations.get(operation.id)!]!;
  return call(argumentsOf(path), signal && { signal });
}

/**
 * The operation that returns the services of an endpoint, if all that it requires is in the path of the endpoint: under the same name, or at
 * the same position of the same path.
 */
export function readingOf({ operations }: Contract, endpoint: Operation): Reading | undefined {
  const { representation } = endpoint.binding?.service ?? {};
  const operation = operations.find(
    ({ path, method }) => path === representation?.path && method === representation.method.toUpperCase(),
  );
  if (!operation) return undefined;
  const given = new Map(
    [...argumentNames(endpoint)].flatMap(([argument, one]) => (one.in === "path" ? [[one.name, argument] as const] : [])),
  );
  const positions = samePositions(operation.path, endpoint.path);
  const pairs: [argument: string, from: string][] = [];
  for (const [argument, parameter] of argumentNames(operation)) {
    const from =
      parameter.in === "path" ? (given.get(parameter.name) ?? given.get(positions.get(parameter.name) ?? "")) : undefined;
    if (from !== undefined) pairs.push([argument, from]);
    else if (parameter.required) return undefined;
  }
  return { operation, argumentsOf: (path) => Object.fromEntries(pairs.map(([argument, from]) => [argument, path[from]])) };
}

/** The parameters of a path by those of one that it is the beginning of, but for their names. */
function samePositions(beginning: string, path: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const others = path.split("/");
  for (const [index, segment] of beginning.split("/").entries()) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const other = /^\{([^{}]+)\}$/.exec(others[index] ?? "")?.[1];
    if (name !== undefined && other !== undefined) names.set(name, other);
    else if (segment !== others[index]) return new Map();
  }
  return names;
}
