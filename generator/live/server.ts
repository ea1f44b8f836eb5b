import type {
  ApplicationBase,
  AskGate,
  Awaitable,
  ContractTypes,
  WithLimits,
  WithObserver,
  WithPolicies,
} from "../../templates/runtime/server/application.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { createServer as create, type Server } from "../../templates/runtime/server/create-server.js";
import type { WithIdempotency } from "../../templates/runtime/server/idempotency.js";
import type { LiveContract } from "./live-contract.js";

/** A call as handlers receive it; programs that want types generate code. */
export type LiveCall = Readonly<Record<string, unknown>>;

/** Handlers by name. */
export type LiveHandlers = Readonly<Record<string, (call: LiveCall) => unknown>>;

interface LiveTypes extends ContractTypes {
  readonly path: Readonly<Record<string, unknown>>;
  readonly handlers: {
    /** By operation id. */
    readonly operations?: LiveHandlers;
    /** By service type and name of the action. */
    readonly actions?: Readonly<Record<string, LiveHandlers>>;
  };
}

/** The application's part of a live server: what the generated `Application` has, with values of unknown types. */
export interface LiveApplication
  extends
    ApplicationBase<unknown, LiveTypes>,
    WithObserver<LiveTypes>,
    WithLimits<LiveTypes>,
    WithPolicies<LiveTypes>,
    WithIdempotency<unknown> {
  /** Absent: the caller's `scopes`. */
  scopesOf?(principal: unknown): Awaitable<readonly string[]>;
  /** Required if the contract has actions. */
  findResource?(path: LiveTypes["path"], principal: unknown, operation: string): Awaitable<object | undefined>;
  /** Absent: the contract alone decides which actions are enabled. */
  readonly gate?: AskGate<unknown, object>;
}

/** A server of a live contract, which behaves as the generated one. Connect it with `toNodeHandler` or `toFetchHandler`. */
export function createServer({ server }: LiveContract, application: LiveApplication): Server<unknown, object> {
  return create(server, application as unknown as AnyApplication) as Server<unknown, object>;
}
