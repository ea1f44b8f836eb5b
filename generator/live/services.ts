import type { AnyActionCall } from "../../templates/runtime/client/action-calls.js";
import {
  createHandleOf,
  type HandleOptions,
  type ServiceFacts,
  type ServiceHandle,
} from "../../templates/runtime/client/service-handle.js";
import { followOperation, type FollowOptions, type LongRunningOperations } from "../../templates/runtime/client/follow.js";
import { valueAt } from "../../templates/runtime/json.js";
import { type LiveClient, type LiveOperation, liveRoutes } from "./client.js";
import type { LiveContract } from "./live-contract.js";

/** A service together with its actions. */
export type LiveHandle<Service = unknown> = ServiceHandle<Service, Readonly<Record<string, LiveOperation>>, string>;

/**
 * Invokes an asynchronous action and polls until it ends, successfully or not: `follow(contract, calls.backup_now, {})`. Throws a
 * `TypeError` if the contract defines no way to follow the call.
 */
export function follow(
  { client }: Pick<LiveContract, "client">,
  call: LiveOperation,
  body: object,
  options?: FollowOptions<LiveOperation>,
): Promise<unknown> {
  const { service = "", action = "" } = (call as Partial<AnyActionCall>).origin ?? {};
  const actions = Object.hasOwn(client.following, service) ? client.following[service]! : {};
  if (!Object.hasOwn(actions, action)) throw new TypeError("the contract defines no way to follow this call");
  const { shownBy, ...operation } = actions[action]!;
  const route = shownBy === undefined ? undefined : liveRoutes(client).get(shownBy);
  const operations = { [service]: { [action]: route ? { ...operation, route } : operation } } as LongRunningOperations;
  return followOperation(operations, call, body, options);
}

/**
 * Creates a handle of a service that was read from the API: its actions, and whether it advertised them. Throws a `TypeError` if
 * the contract doesn't define how services are represented.
 */
export function createHandle<Service extends object>(
  { client: { handle } }: Pick<LiveContract, "client">,
  client: LiveClient,
  service: Service,
  options?: HandleOptions,
): LiveHandle<Service> {
  if (!handle) throw new TypeError("the contract does not define how services are represented");
  const { fields, methods, unavailable, noun } = handle;
  const type = handle.type === undefined ? Object.keys(methods)[0]! : String(valueAt(service, handle.type));
  if (!Object.hasOwn(methods, type)) throw new TypeError("the contract does not have the type of this service");
  const target = Object.entries(fields).map(([argument, field]) => [argument, service[field as keyof Service]]);
  const calls = client.services[methods[type]!]!(Object.fromEntries(target) as object);
  const actions = valueAt(service, handle.actions) as ServiceFacts["actions"];
  return createHandleOf({ type, actions, noun, ...(unavailable && { unavailable }) }, service, calls, options);
}
