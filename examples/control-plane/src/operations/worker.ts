import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "../log.js";
import { findOperation, type StoredOperation } from "./operation.js";
import { claimOperation } from "./queue.js";
import { runOperation, type RunnerParts } from "./run-operation.js";

/** Works off the queue until it is stopped. */
export interface Worker {
  /** There may be something new. */
  wake(): void;
  /** Runs an operation that was queued as claimed, and says how it stands then. If this process dies, another goes on. */
  runNow(operation: StoredOperation): Promise<StoredOperation>;
  /** Takes nothing new; resolves when what runs has come to an end or was put back. */
  stop(): Promise<void>;
}

/** How a worker works. */
export interface WorkerPace {
  /** How many operations this process works on at once. */
  readonly lanes: number;
  /** How long it waits when there is nothing to do, in milliseconds. */
  readonly pause: number;
}

/** Starts working off the queue. Any number of processes may do so at once. */
export function startWorker(parts: RunnerParts, { lanes, pause }: WorkerPace = { lanes: 4, pause: 1000 }): Worker {
  const { database, log } = parts;
  const stopping = new AbortController();
  let nap = new AbortController();
  const wake = () => {
    nap.abort();
    nap = new AbortController();
  };

  async function workOff(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { signal } = nap;
      try {
        const operation = await claimOperation(database);
        if (operation) await runOperation(parts, operation, stopping.signal);
        else await sleep(pause, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        log("error", "The queue does not work", describeError(error));
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const running = Promise.all(Array.from({ length: lanes }, workOff));
  return {
    wake,
    async runNow(operation) {
      await runOperation(parts, operation, stopping.signal);
      return (await findOperation(database, operation.id))!;
    },
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}
