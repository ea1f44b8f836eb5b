import { limitResponses } from "./limit-responses.js";
import type { McpContract } from "./contract.js";
import { type AnyClient, readService, stateIn, typeIn } from "./service-reader.js";
import { type BoundService, defaultMaxResponse, type McpOptions } from "./settings.js";

/** Why a server can't be bound to a service. */
export class ServiceBindingError extends Error {}

/**
 * Binds a server to one service, by the values of the path parameters of its actions. Reads the service for its type and for the actions
 * that it advertises as enabled.
 */
export async function bindServiceOf(
  contract: McpContract,
  options: McpOptions,
  values: readonly string[],
  type?: string,
): Promise<BoundService> {
  const known = Object.values(contract.endpoints).filter(({ types }) => type === undefined || types.includes(type));
  const [endpoint] = known;
  if (!endpoint) throw new ServiceBindingError("the contract has no actions");
  if (known.length > 1) throw new ServiceBindingError("the contract has several action endpoints; select one with its type");
  const { path, read, actions } = endpoint;
  const types = type === undefined ? endpoint.types : [type];
  if (path.length !== values.length || values.includes("")) {
    throw new ServiceBindingError(`expected ${path.join("/") || "nothing, as the path of actions has no other parameters"}`);
  }
  const target = Object.fromEntries(path.map((name, index) => [name, values[index]!]));
  if (!read) {
    if (types.length === 1) return { type: types[0]!, target };
    throw new ServiceBindingError("the contract doesn't define how resources are represented; select their type");
  }
  // Not validated: what is undeclared must not hide what the service says.
  const send = limitResponses(options.fetch ?? fetch, options.maxResponse ?? defaultMaxResponse);
  const client = contract.createClient({ ...options, fetch: send }) as AnyClient;
  const service = await readService(client, read, target);
  const typed = typeIn(endpoint, service);
  const found = typed === undefined ? types[0]! : types.find((name) => name === typed);
  if (found === undefined) {
    throw new ServiceBindingError(`the resource is not of the type ${type ?? "of any actions in the contract"}`);
  }
  if (actions === undefined) return { type: found, target };
  const ofType = contract.tools.flatMap(({ call }) => (call.kind === "action" && call.type === found ? call.action : []));
  return {
    type: found,
    target,
    enabled: new Set(ofType.filter((one) => stateIn(endpoint, found, one, service).kind === "open")),
  };
}
