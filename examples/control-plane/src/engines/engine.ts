import type http from "node:http";
import type { ServiceType } from "../../../../generated/actions.js";
import type { Handlers } from "../../../../generated/server/index.js";
import type { components } from "../../../../generated/types.js";
import type { Caller } from "../access/caller.js";
import type { Database } from "../database/query.js";
import type { Log } from "../log.js";
import type { Work } from "../operations/work.js";
import type { Platform } from "../platform.js";
import type { StoredService } from "../services/service.js";

/** Runs the services of one type. The rest of the control plane is the same for all types. */
export interface Engine<Type extends ServiceType = ServiceType> {
  /** The handlers of its actions. */
  handle(platform: Platform): Handlers<Caller, StoredService>["actions"][Type];
  /**
   * Why this installation can't do an action for a service, whatever its state; `undefined` if it can. The reason is both
   * what `capabilities` says and why a call is rejected. It is computed for every entry of every listing: use memory only.
   */
  whyOff(service: StoredService, action: string): string | undefined;
  /** Why services of this plan can't be created here; `undefined` if they can. */
  whyNoPlan(plan: string): string | undefined;
  /** The current credential as callers get it; `undefined` if there is none. Read it with `database`. */
  revealCredential(database: Database, service: StoredService): Promise<Credential | undefined>;
  /** The components of the `live` projection. A component that doesn't respond in time is `unknown`. */
  probe(service: StoredService, timeoutMs: number): Promise<readonly HealthComponent[]>;
  /** The work of its operations by kind, `provision` among them. */
  readonly work: Readonly<Record<string, Work>>;
  /** Responds at the endpoints of its services; absent: they have servers of their own. */
  serve?(request: EndpointRequest, response: http.ServerResponse): Promise<void>;
  /**
   * Serves a transfer that the engine has made, at `/transfers/<id>` of the control plane. False, and nothing is sent: this
   * caller has no such transfer.
   */
  serveTransfer?(request: TransferRequest, response: http.ServerResponse): Promise<boolean>;
  /** Starts background work. */
  start?(log: Log): Running;
}

/** The background work of an engine. */
export interface Running {
  /** Ends it. With `alsoServers` the servers of callers end too, because what they run on does. */
  stop(alsoServers: boolean): Promise<void>;
}

/** A request at the endpoint of a service, whatever the service's status. */
export interface EndpointRequest {
  readonly service: StoredService;
  /** The part after the service's endpoint, with its query: `/indexes/books?limit=1`. */
  readonly url: string;
  readonly message: http.IncomingMessage;
}

/** A request for a transfer by a caller whose token is valid. */
export interface TransferRequest {
  readonly id: string;
  readonly caller: Caller;
  readonly message: http.IncomingMessage;
}

export type Credential = components["schemas"]["Credential"];
export type HealthComponent = components["schemas"]["HealthComponent"];
