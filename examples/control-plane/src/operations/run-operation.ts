import type { Pool } from "pg";
import { inTransaction } from "../database/transaction.js";
import { describeError, type Facts, type Log } from "../log.js";
import { moveAfterWork } from "../projects/suspend-project.js";
import { findServiceById, type StoredService } from "../services/service.js";
import { leaseSeconds, type StoredOperation } from "./operation.js";
import { finishOperation, holdOperation, mostAttempts, renewLease, retryLater } from "./queue.js";
import { PermanentFailure, StepFailure, TakenOver, type Finish, type Job, type Work } from "./work.js";

/** What it takes to run operations. */
export interface RunnerParts {
  readonly database: Pool;
  readonly log: Log;
  findWork(service: StoredService, kind: string): Work | undefined;
}

/** Makes one attempt at an operation that this process has claimed, and writes down how it went. */
export async function runOperation(parts: RunnerParts, operation: StoredOperation, stopping: AbortSignal): Promise<void> {
  const { database } = parts;
  const service = await findServiceById(database, operation.service_id);
  if (!service) return;
  const lost = new AbortController();
  const abort = () => lost.abort();
  stopping.addEventListener("abort", abort);
  let percent: number | undefined;
  const heart = setInterval(
    () => {
      renewLease(database, operation, percent).then(
        (kept) => kept || lost.abort(),
        (error: unknown) => parts.log("warning", "A lease was not renewed", describeError(error)),
      );
    },
    (leaseSeconds * 1000) / 3,
  );
  const job: Job = {
    operation,
    service,
    signal: lost.signal,
    progress: (value) => (percent = value),
    fenced: (step) =>
      inTransaction(database, async (client) => {
        if (!(await holdOperation(client, operation))) throw new TakenOver("Another worker has taken the operation over");
        return step(client);
      }),
  };
  const work = parts.findWork(service, operation.kind);
  try {
    if (!work) throw new PermanentFailure("This installation can't do this.");
    await succeed(parts, job, work, await work.run(job));
  } catch (error) {
    if (error instanceof TakenOver) parts.log("info", "An operation was taken over", factsOf(job));
    else if (stopping.aborted) await retryLater(database, operation, 0);
    else await fail(parts, job, work, error);
  } finally {
    clearInterval(heart);
    stopping.removeEventListener("abort", abort);
  }
}

async function succeed({ database, log }: RunnerParts, job: Job, { moves }: Work, finish: Finish | void): Promise<void> {
  const isOurs = await inTransaction(database, async (client) => {
    if (!(await finishOperation(client, job.operation, "succeeded", null))) return false;
    await finish?.(client);
    if (moves) await moveAfterWork(client, job.service.id, [moves.done]);
    return true;
  });
  log("info", isOurs ? "An operation succeeded" : "An operation was taken over", factsOf(job));
}

async function fail({ database, log }: RunnerParts, job: Job, work: Work | undefined, error: unknown): Promise<void> {
  const { operation } = job;
  const isPermanent = error instanceof PermanentFailure;
  const cause = error instanceof StepFailure ? error.cause : error;
  const facts = { ...factsOf(job), ...describeError(cause) };
  if (!isPermanent && operation.attempt < mostAttempts) {
    log("warning", "An attempt failed", facts);
    await retryLater(database, operation, 2 ** operation.attempt / 2);
    return;
  }
  log("error", "An operation failed", facts);
  const isExplained = isPermanent || error instanceof StepFailure;
  const message = isExplained ? error.message : "It failed again and again; the platform's log says why.";
  await inTransaction(database, async (client) => {
    if (!(await finishOperation(client, operation, "failed", message))) return;
    await work?.giveUp?.(job, client);
    if (work?.moves) await moveAfterWork(client, job.service.id, work.moves.failed);
  });
}

function factsOf({ operation, service }: Job): Facts {
  return { operation: operation.id, kind: operation.kind, service: service.id, attempt: operation.attempt };
}
