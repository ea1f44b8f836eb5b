import type { PoolClient } from "pg";
import type { ServiceEvent } from "../services/lifecycle.js";
import type { StoredService } from "../services/service.js";
import type { StoredOperation } from "./operation.js";

/**
 * One kind of work. It runs at least once: after a crash it is begun again from the start, so each step must bear being
 * repeated. A worker may also be paused for so long that another takes over, and then go on where it was. So an attempt builds
 * only what no other attempt touches (a database, a folder, a file with a name of its own), and puts it in place by a step
 * that is fenced: in `Job.fenced`, or in the transaction that ends the operation.
 */
export interface Work {
  run(job: Job): Promise<Finish | void>;
  /** Writes down what else has failed with it, in the transaction that ends the operation. */
  giveUp?(job: Job, client: PoolClient): Promise<void>;
  /** After so many attempts it has failed; 5 unless given. The pause before the next doubles, from one second. */
  readonly attempts?: number;
  /** How the service's status moves when the work ends: along each of these that its status allows, one after the other. */
  readonly moves?: { readonly done: readonly ServiceEvent[]; readonly failed: readonly ServiceEvent[] };
}

/** Writes in the transaction that ends the operation. */
export type Finish = (client: PoolClient) => Promise<void>;

/** One attempt at an operation. */
export interface Job {
  readonly operation: StoredOperation;
  readonly service: StoredService;
  /** Aborted when another worker has taken over, or the process stops. */
  readonly signal: AbortSignal;
  /**
   * Runs a step in a transaction that lasts only while this attempt is the current one: nobody takes the operation over
   * before it ends. Throws `TakenOver` if somebody has.
   */
  fenced<Result>(step: (client: PoolClient) => Promise<Result>): Promise<Result>;
  progress(percent: number): void;
}

/** A failure that trying again can't mend. Its message is shown to callers. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}

/** A step that failed and is worth another attempt. If that was the last one, its message is shown to callers. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
}

/** Another worker has taken the operation over: this attempt has nothing left to do. */
export class TakenOver extends Error {
  override readonly name = "TakenOver";
}

/** Runs a step. A failure that says nothing to callers becomes a `StepFailure` that does. */
export async function step<Result>(message: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PermanentFailure || error instanceof StepFailure || error instanceof TakenOver) throw error;
    throw new StepFailure(message, { cause: error });
  }
}
