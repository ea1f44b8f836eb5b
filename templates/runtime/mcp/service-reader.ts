import { ApiError, type Arguments, ClientError } from "../client/call.js";
import { isObject, type JsonValue, own, valueAt } from "../json.js";
import { quote, terminalText } from "../visible-text.js";
import type { ActionCall, Endpoint } from "./contract.js";

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

/** Any call of a client. */
export type Invoke = (args: unknown, options?: object) => Promise<unknown>;

/** A client by the names of its methods. */
export type AnyClient = Readonly<Record<string, Invoke>>;

/**
 * Reads the service of an action before its call. `undefined`: the contract doesn't define how services are represented. `client` doesn't
 * validate: what is undeclared must not hide what the service says of an action.
 */
export async function readState(
  client: AnyClient,
  endpoint: Endpoint,
  call: ActionCall,
  path: Arguments,
  signal: AbortSignal | undefined,
): Promise<ServiceState | undefined> {
  if (!endpoint.read) return undefined;
  try {
    return stateIn(endpoint, call.type, call.action, await readService(client, endpoint.read, path, signal));
  } catch (error) {
    if (!(error instanceof ClientError) || error.name === "AbortError") throw error;
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    return { kind: isGone ? "other" : "unread", reason: error.message };
  }
}

/** Reads a service by the arguments of the endpoint of its actions. */
export function readService(
  client: AnyClient,
  { method, arguments: from }: NonNullable<Endpoint["read"]>,
  path: Arguments,
  signal?: AbortSignal,
): Promise<unknown> {
  const args = Object.entries(from).map(([argument, name]) => [argument, path[name]]);
  return client[method]!(Object.fromEntries(args), signal && { signal });
}

/** What the representation of a service says of an action. */
export function stateIn(endpoint: Endpoint, type: string, action: string, service: unknown): ServiceState {
  if (!isObject(service)) return { kind: "unread", reason: "the response is not an object" };
  const typed = typeIn(endpoint, service);
  if (typed === null) return { kind: "unread", reason: `the response has no type at ${endpoint.type!}` };
  if (typed !== undefined && typed !== type) {
    return { kind: "other", reason: `the resource is of the type ${quote(typed)}, not ${quote(type)}` };
  }
  const name = own(service, "name");
  const open = { kind: "open", name: typeof name === "string" ? name : undefined } as const;
  if (endpoint.actions === undefined) return open;
  const advertised = (valueAt(service, endpoint.actions) ?? []) as JsonValue;
  if (!Array.isArray(advertised)) return { kind: "unread", reason: `the response has no list of actions at ${endpoint.actions}` };
  const entries = advertised.filter((entry) => entry === action || own(entry, "name") === action);
  if (entries.length === 0) return { kind: "closed", reason: "The resource does not advertise this action." };
  for (const entry of entries) {
    const enabled = own(entry, "enabled") ?? true;
    const reason = own(entry, "reason");
    if (enabled === false)
      return { kind: "closed", reason: typeof reason === "string" ? terminalText(reason) : "The API gives no reason." };
    if (enabled !== true) return { kind: "unread", reason: `"enabled" of the action is neither true nor false` };
  }
  return open;
}

/** The type of a service; `null`: it has none where it should; `undefined`: its endpoint has one type, which services don't name. */
export function typeIn({ type }: Endpoint, service: unknown): string | null | undefined {
  if (type === undefined) return undefined;
  const value = valueAt(service, type);
  return typeof value === "string" ? value : null;
}
