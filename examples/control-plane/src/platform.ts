import type { Pool } from "pg";
import type { ServiceType } from "../../../generated/actions.js";
import type { Config } from "./config.js";
import type { CredentialStore } from "./credentials/store.js";
import type { Engine } from "./engines/engine.js";
import type { Metrics } from "./http/metrics.js";
import type { Log } from "./log.js";
import type { Worker } from "./operations/worker.js";

/** An engine for each type of service. */
export type Engines = { readonly [Type in ServiceType]: Engine<Type> };

/** Dependencies that the parts of a control plane share. */
export interface Platform {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The database of all state. */
  readonly database: Pool;
  readonly credentials: CredentialStore;
  readonly engines: Engines;
  /** The address of the endpoints of services that have no server of their own; `undefined`: none that secrets may be sent to. */
  readonly endpointUrl: string | undefined;
  readonly worker: Pick<Worker, "wake" | "runNow">;
}
