import type { ValidationError } from "../validators/validation-error.js";
import type { AskGate, ServiceFacts } from "./capabilities.js";
import type { Awaitable } from "./handler-types.js";
import type { ServerRequest } from "./http.js";

/** What a contract gives to the types of an application; `server/index` fills it in. */
export interface ContractTypes {
  /** Path parameters of all operations. */
  readonly path: object;
  /** Path parameters that lead to a service. */
  readonly servicePath: object;
  /** Ids of the operations. */
  readonly operation: string;
  readonly handlers: object;
}

/** What is no principal. */
export type Nobody = undefined | null | false | "" | 0;

/**
 * What a server is made of besides its contract. Hooks may throw a `CallError`, which is sent; whatever else they throw
 * becomes a 500 and goes to `log`.
 */
export interface ApplicationBase<Principal, Types extends ContractTypes> {
  /** Who calls; `undefined` or anything else that is falsy if the request has no valid token. See `bearerToken`. */
  authenticate(request: RequestHead<Types["operation"]>): Awaitable<Principal | Nobody>;
  /**
   * Whether a caller may act where the path leads: in the project that it names, or whatever callers are bound to in
   * this API. If not, reads are answered 404 and everything else 403.
   */
  isBound(principal: Principal, path: Types["path"], operation: Types["operation"]): Awaitable<boolean>;
  /** Handlers of all operations and actions. */
  readonly handlers: Types["handlers"];
  /**
   * Told what callers are not: why a call was answered 500, and which handler is missing. Nobody waits for it, and what it
   * throws is lost.
   */
  log(entry: LogEntry): void;
  readonly limits?: Limits;
  /** Where the API is mounted if the adapter doesn't know: `/api`. */
  readonly basePath?: string;
}

/** How to know the scopes of a caller; may be left out where `principal.scopes` lists them. */
export type WithScopes<Principal> = Principal extends { readonly scopes: readonly string[] }
  ? { scopesOf?(principal: Principal): Awaitable<readonly string[]> }
  : { scopesOf(principal: Principal): Awaitable<readonly string[]> };

/** What else is needed where the contract has actions. */
export interface ServiceHooks<Principal, Service extends ServiceFacts, Types extends ContractTypes> {
  /** The service that the path leads to, with its type, status and plan; `undefined` if there is none there. */
  findService(path: Types["servicePath"], principal: Principal, operation: Types["operation"]): Awaitable<Service | undefined>;
  /** Left out: all actions are enabled where the contract says so. */
  gate?: AskGate<Principal, Service>;
}

/** What is known of a request before its body is read. */
export interface RequestHead<Operation extends string = string> extends Omit<ServerRequest, "body"> {
  readonly operation: Operation;
  readonly requestId: string;
}

export interface Limits {
  /** The largest body, 1 MiB unless told. */
  readonly bodyBytes?: number;
  /** How deep JSON may nest lists and objects, 64 levels unless told. */
  readonly jsonDepth?: number;
}

/** One thing that went wrong. It never holds values of a body or an answer. */
export interface LogEntry {
  readonly level: "error" | "warning";
  readonly message: string;
  readonly requestId: string;
  readonly operation?: string;
  /** Service type and action: `postgres.add_ip`. */
  readonly action?: string;
  /** What was thrown. */
  readonly error?: unknown;
  /** Why an answer does not fit the contract. */
  readonly problems?: readonly ValidationError[];
}
