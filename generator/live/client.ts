import * as actionCalls from "../../templates/runtime/client/action-calls.js";
import type { CallOptions, Middleware, SchemeOptions } from "../../templates/runtime/client/call.js";
import * as checkedParameters from "../../templates/runtime/client/checked-parameters.js";
import * as core from "../../templates/runtime/client/create-client.js";
import * as encoding from "../../templates/runtime/client/encoding.js";
import * as follow from "../../templates/runtime/client/follow.js";
import { createRetry, type RetryOptions } from "../../templates/runtime/client/middleware.js";
import * as idempotency from "../../templates/runtime/client/idempotency.js";
import * as secrets from "../../templates/runtime/client/secrets.js";
import * as sequences from "../../templates/runtime/client/sequences.js";
import type { ClientPart } from "../emit/client/describe-client.js";
import { writesKeys } from "../emit/client/routes.js";
import type { LiveContract } from "./live-contract.js";

/** The files of the runtime that clients are made of. */
const runtime: Readonly<Record<string, object>> = {
  "action-calls": actionCalls,
  "checked-parameters": checkedParameters,
  "create-client": core,
  encoding,
  follow,
  secrets,
  sequences,
};

/** Calls an operation with its parameters and body, or an action with its body. Returns the body of the response. */
export type LiveOperation = (args?: object, options?: CallOptions) => Promise<unknown>;

/** The calls of a contract, with values of unknown types: programs that want types generate code. */
export interface LiveClient {
  /** By the names of the generated client's methods. */
  readonly operations: Readonly<Record<string, LiveOperation>>;
  /** For each service type the function that returns the calls of a service's actions, by their names. */
  readonly services: Readonly<Record<string, (service?: object) => Readonly<Record<string, LiveOperation>>>>;
}

/** A client of a live contract, which behaves as the generated one. Stateless. Create one per configuration and reuse it. */
export function createClient({ client }: Pick<LiveContract, "client">, options: SchemeOptions): LiveClient {
  const routes = Object.fromEntries(client.routes);
  const variables = { routes, sequences: client.sequences, "options.baseUrl": options.baseUrl };
  const valueOf = (part: ClientPart): unknown => {
    if ("data" in part) return part.data;
    if ("variable" in part) return variables[part.variable];
    const value = (runtime[part.from] as Readonly<Record<string, unknown>>)[part.name];
    return part.of ? (value as (...values: unknown[]) => unknown)(...part.of.map(valueOf)) : value;
  };
  const members = Object.entries(client.members).map(([name, part]) => [name, valueOf(part)] as const);
  const contract = { routes, ...Object.fromEntries(members) } as unknown as core.ClientContract;
  const use = [...(client.middleware.map(valueOf) as Middleware[]), ...(options.use ?? [])];
  const methods = core.createClient(contract, { ...options, use });
  return { operations: methods, services: methods } as LiveClient;
}

/**
 * Retries temporary failures of read-only or idempotent actions and of GET, HEAD, PUT, DELETE and OPTIONS, and of calls with an
 * `Idempotency-Key`, which it writes: `use: [retry(contract)]`.
 */
export function retry({ client }: Pick<LiveContract, "client">, options?: RetryOptions): Middleware {
  return createRetry(client.repeatable, options, writesKeys(client.routes) ? idempotency : undefined);
}
