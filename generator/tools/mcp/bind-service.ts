import { createClient } from "../../live/client.js";
import type { LiveContract } from "../../live/live-contract.js";
import { argumentNames, factArguments } from "../../model/client-names.js";
import type { Action, Operation } from "../../model/contract.js";
import type { CallerSettings } from "./create-caller.js";
import { readingOf, readService, stateIn, typeIn } from "./service-reader.js";
import type { BoundService } from "./tools.js";

/** Why a server can't be bound to a service. */
export class ServiceBindingError extends Error {}

/**
 * Binds a server to one service, by the values of the path parameters of its actions. Reads the service for its type and for the actions
 * that it advertises as enabled.
 */
export async function bindService(
  contract: LiveContract,
  api: CallerSettings["api"],
  values: readonly string[],
  type: string | undefined,
): Promise<BoundService> {
  const { serviceTypes, operations } = contract.model;
  const types = type === undefined ? serviceTypes : serviceTypes.filter(({ name }) => name === type);
  const endpoints = new Set(types.map(({ operationId }) => operations.find(({ id }) => id === operationId)!));
  const [endpoint] = endpoints;
  if (!endpoint) throw new ServiceBindingError("the contract has no actions");
  if (endpoints.size > 1) throw new ServiceBindingError("the contract has several action endpoints; select one with --type");
  const names = pathArguments(endpoint);
  if (names.length !== values.length || values.includes("")) {
    throw new ServiceBindingError(`expected ${names.join("/") || "nothing, as the path of actions has no other parameters"}`);
  }
  const target = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
  const read = readingOf(contract.model, endpoint);
  if (!read) {
    if (types.length === 1) return { type: types[0]!.name, target };
    throw new ServiceBindingError("the contract doesn't define how services are represented; select their type with --type");
  }
  // Not validated: what is undeclared must not hide what the service says.
  const service = await readService(contract, createClient(contract, api), read, target);
  const typed = typeIn(contract.model, endpoint, service);
  const found = typed === undefined ? types[0] : types.find(({ name }) => name === typed);
  if (!found) throw new ServiceBindingError(`the service is not of the type ${type ?? "of any actions in the contract"}`);
  if (endpoint.binding?.service.actions === undefined) return { type: found.name, target };
  const isOpen = (action: Action) =>
    stateIn(contract.model, { operation: endpoint, type: found, action }, service).kind === "open";
  return { type: found.name, target, enabled: new Set(found.actions.filter(isOpen).map(({ name }) => name)) };
}

/** The arguments of the path that lead to a service, in its order. */
function pathArguments(endpoint: Operation): string[] {
  const facts = factArguments(endpoint);
  const inPath = [...argumentNames(endpoint)].filter(([argument, parameter]) => parameter.in === "path" && !facts.has(argument));
  const position = (name: string) => endpoint.path.indexOf(`{${name}}`);
  return inPath.sort(([, one], [, other]) => position(one.name) - position(other.name)).map(([argument]) => argument);
}
