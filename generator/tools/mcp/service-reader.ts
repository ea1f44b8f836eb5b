import type { Arguments } from "../../../templates/runtime/client/call.js";
import { ClientError } from "../../../templates/runtime/client/call.js";
import { own, type JsonValue } from "../../document/json-value.js";
import type { LiveClient } from "../../live/client.js";
import type { LiveContract } from "../../live/live-contract.js";
import { createHandle } from "../../live/services.js";
import { argumentNames, clientNames } from "../../model/client-names.js";
import type { Contract, Operation } from "../../model/contract.js";
import type { ToolCall } from "./tools.js";

/** A service as the API represents it now. */
export interface ReadService {
  /** Its name for people, if it has one. */
  readonly name: string | undefined;
  /** Why the action can't be invoked; absent: it can. */
  readonly reason: string | undefined;
}

type ActionTarget = Extract<ToolCall, { readonly kind: "action" }>;

/**
 * Returns the function that reads the service of an action before its call. It returns `undefined` where the contract doesn't define how
 * services are represented, or the API doesn't return it: then the API alone decides.
 */
export function createServiceReader(
  contract: LiveContract,
  client: LiveClient,
): (call: ActionTarget, path: Arguments, signal: AbortSignal | undefined) => Promise<ReadService | undefined> {
  return async ({ operation, action }, path, signal) => {
    const read = readingOperation(contract.model, operation);
    if (!read || !contract.client.handle) return undefined;
    try {
      const service = await readService(contract, client, read, path, signal);
      const name = own(service as JsonValue, "name");
      const { reason } = createHandle(contract, client, service);
      return { name: typeof name === "string" ? name : undefined, reason: reason(action.name) };
    } catch (error) {
      // Of another type, or not readable with this token.
      if (error instanceof ClientError || error instanceof TypeError) return undefined;
      throw error;
    }
  };
}

/** Reads a service by the path arguments of its actions. */
export async function readService(
  contract: LiveContract,
  client: LiveClient,
  read: Operation,
  path: Arguments,
  signal?: AbortSignal,
): Promise<object> {
  const call = client.operations[clientNames(contract.model).operations.get(read.id)!]!;
  return Object(await call(path, signal && { signal })) as object;
}

/** The operation that returns the services of an endpoint, if its path has no other parameters than the endpoint's. */
export function readingOperation({ operations }: Contract, endpoint: Operation): Operation | undefined {
  const { representation } = endpoint.binding?.service ?? {};
  const read = operations.find(
    ({ path, method }) => path === representation?.path && method === representation.method.toUpperCase(),
  );
  const given = new Set([...argumentNames(endpoint).values()].filter((one) => one.in === "path").map(({ name }) => name));
  return read?.parameters.every((one) => !one.required || (one.in === "path" && given.has(one.name))) ? read : undefined;
}
