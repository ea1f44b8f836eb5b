import type { components } from "../../../../generated/types.js";
import type { Database } from "../database/query.js";
import type { Work } from "../operations/work.js";
import type { StoredService } from "../services/service.js";

/** What runs the services of one type. The rest of the control plane is the same for all types. */
export interface Engine {
  /**
   * Why this installation can't do an action for a service, whatever its state; `undefined` if it can. The answer is both
   * what `capabilities` says and why a call is refused. It is asked for every entry of every listing: answer from memory.
   */
  whyOff(service: StoredService, action: string): string | undefined;
  /** Why services of this plan can't be created here; `undefined` if they can. */
  whyNoPlan(plan: string): string | undefined;
  /** The current credential as callers get it; `undefined` if there is none. Read it with `database`. */
  revealCredential(database: Database, service: StoredService): Promise<Credential | undefined>;
  /** The components of the `live` projection. A component that doesn't answer in time is `unknown`. */
  probe(service: StoredService, timeoutMs: number): Promise<readonly HealthComponent[]>;
  /** The work of its operations by kind, `provision` among them. */
  readonly work: Readonly<Record<string, Work>>;
}

export type Credential = components["schemas"]["Credential"];
export type HealthComponent = components["schemas"]["HealthComponent"];
