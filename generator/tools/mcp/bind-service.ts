import { valueAt } from "../../../templates/runtime/json.js";
import { createClient } from "../../live/client.js";
import type { LiveContract } from "../../live/live-contract.js";
import { createHandle } from "../../live/services.js";
import { argumentNames, factArguments } from "../../model/client-names.js";
import type { Operation } from "../../model/contract.js";
import type { CallerSettings } from "./create-caller.js";
import { readingOperation, readService } from "./service-reader.js";
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
  const read = readingOperation(contract.model, endpoint);
  const { handle } = contract.client;
  if (!read || !handle) {
    if (types.length === 1) return { type: types[0]!.name, target };
    throw new ServiceBindingError("the contract doesn't define how services are represented; select their type with --type");
  }
  const client = createClient(contract, api);
  const service = await readService(contract, client, read, target);
  const found = handle.type === undefined ? types[0]! : types.find(({ name }) => name === valueAt(service, handle.type!));
  if (!found) throw new ServiceBindingError(`the service is not of the type ${type ?? "of any actions in the contract"}`);
  const { can } = createHandle(contract, client, service);
  return { type: found.name, target, enabled: new Set(found.actions.map(({ name }) => name).filter(can)) };
}

/** The arguments of the path that lead to a service, in its order. */
function pathArguments(endpoint: Operation): string[] {
  const facts = factArguments(endpoint);
  const inPath = [...argumentNames(endpoint)].filter(([argument, parameter]) => parameter.in === "path" && !facts.has(argument));
  const position = (name: string) => endpoint.path.indexOf(`{${name}}`);
  return inPath.sort(([, one], [, other]) => position(one.name) - position(other.name)).map(([argument]) => argument);
}
