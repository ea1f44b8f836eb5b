import * as actionCalls from "../../templates/runtime/client/action-calls.js";
import type { CallOptions, Middleware, Route, SchemeOptions } from "../../templates/runtime/client/call.js";
import * as checkedForms from "../../templates/runtime/client/checked-forms.js";
import * as checkedParameters from "../../templates/runtime/client/checked-parameters.js";
import * as core from "../../templates/runtime/client/create-client.js";
import * as encoding from "../../templates/runtime/client/encoding.js";
import * as failures from "../../templates/runtime/client/failures.js";
import { addItemParts } from "../../templates/runtime/client/lists.js";
import {
  createRetry,
  type ClientValidators,
  type RetryOptions,
  type ValidateOptions,
} from "../../templates/runtime/client/middleware.js";
import * as idempotency from "../../templates/runtime/client/idempotency.js";
import * as parts from "../../templates/runtime/client/parts.js";
import * as secrets from "../../templates/runtime/client/secrets.js";
import * as segments from "../../templates/runtime/client/segments.js";
import { fillServerUrl } from "../../templates/runtime/client/server-url.js";
import * as sequences from "../../templates/runtime/client/sequences.js";
import type { ClientDescription, ClientPart } from "../emit/client/describe-client.js";
import { writesKeys } from "../emit/client/routes.js";
import type { LiveContract } from "./live-contract.js";

/** The files of the runtime that clients are made of. */
const runtime: Readonly<Record<string, object>> = {
  "action-calls": actionCalls,
  "checked-forms": checkedForms,
  "checked-parameters": checkedParameters,
  "create-client": core,
  encoding,
  failures,
  parts,
  secrets,
  segments,
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

/** The value of a part. */
function valueOf(part: ClientPart): unknown {
  if ("data" in part) return part.data;
  const value = (runtime[part.from] as Readonly<Record<string, unknown>>)[part.name];
  return part.of ? (value as (...values: unknown[]) => unknown)(...part.of.map(valueOf)) : value;
}

function valuesOf(parts: object): object {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]: [string, ClientPart | readonly ClientPart[]]) => {
      return [name, Array.isArray(part) ? part.map(valueOf) : valueOf(part as ClientPart)];
    }),
  );
}

/** The routes of a contract with the functions that they need, by the ids of operations. */
export function liveRoutes({ routes, parts }: ClientDescription): ReadonlyMap<string, Route> {
  return new Map([...routes].map(([id, route]): [string, Route] => [id, { ...route, ...valuesOf(parts.get(id)!) }]));
}

/** A client of a live contract, which behaves as the generated one. Stateless. Create one per configuration and reuse it. */
export function createClient({ client }: Pick<LiveContract, "client">, options: SchemeOptions): LiveClient {
  const routes = liveRoutes(client);
  const services = [...client.services].map(([service, id]) => ({ service, route: routes.get(id)! }));
  const contract = valuesOf(client.members) as core.ClientContract;
  const methods = core.createClient(contract, [...routes.values(), ...services], options);
  return { operations: methods, services: methods } as LiveClient;
}

/**
 * Retries temporary failures of read-only or idempotent actions and of GET, HEAD, PUT, DELETE and OPTIONS, and of calls with an
 * `Idempotency-Key`, which it writes: `use: [retry(contract)]`.
 */
export function retry({ client }: Pick<LiveContract, "client">, options?: RetryOptions): Middleware {
  return createRetry(client.repeatable, options, writesKeys(client.routes) ? idempotency : undefined);
}

/** Validates calls and responses against a contract: `use: [validate(contract.validators)]`. */
export function validate(validators: ClientValidators, options?: ValidateOptions): Middleware {
  const add = [actionCalls.addActionParts, addItemParts];
  return sequences.createItemValidate(validators, options, { add, unwrap: secrets.unwrapSecrets });
}

/** The URL of a server of a contract whose servers have variables, by default the first one. Each variable that isn't given has its default. */
export function serverUrl(
  { client }: Pick<LiveContract, "client">,
  variables?: Readonly<Record<string, string>>,
  server?: string,
): string {
  const rule = server === undefined ? [...client.servers.values()][0] : client.servers.get(server);
  if (!rule)
    throw new TypeError(
      server === undefined ? "The contract has no server with variables" : `The contract has no server ${server}`,
    );
  return fillServerUrl(rule, variables);
}
