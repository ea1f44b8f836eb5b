import type { PoolClient } from "pg";
import type { ServiceEvent } from "../services/lifecycle.js";
import type { StoredService } from "../services/service.js";
import type { StoredOperation } from "./operation.js";

/**
 * One kind of work. It runs at least once: after a crash it is begun again from the start, so each step must bear being
 * repeated.
 */
export interface Work {
  run(job: Job): Promise<Finish | void>;
  /** Writes down what else has failed with it, in the transaction that ends the operation. */
  giveUp?(job: Job, client: PoolClient): Promise<void>;
  /** How the service's status moves when the work ends. */
  readonly moves?: { readonly done: ServiceEvent; readonly failed: ServiceEvent };
}

/** What is written in the transaction that ends the operation. */
export type Finish = (client: PoolClient) => Promise<void>;

/** One attempt at an operation. */
export interface Job {
  readonly operation: StoredOperation;
  readonly service: StoredService;
  /** Aborted when another worker has taken over, or the process stops. */
  readonly signal: AbortSignal;
  progress(percent: number): void;
}

/** A failure that trying again can't mend. Its message is shown to callers. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
