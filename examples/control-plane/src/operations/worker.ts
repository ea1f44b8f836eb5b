import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { CallError } from "../../../../generated/server/index.js";
import { type Database, first, inTransaction, statement } from "../database/query.js";
import { createLimiter } from "../limiter.js";
import { type Facts, type Log, describeError } from "../log.js";
import { moveAfterWork } from "../projects/project.js";
import { repeat } from "../repeat.js";
import { type StoredService, findServiceById } from "../services/service.js";
import { type StoredOperation, columns, findOperation, leaseSeconds } from "./operation.js";
import { type Finish, type Job, PermanentFailure, StepFailure, TakenOver, type Work } from "./work.js";

/** Works off the queue until it is stopped. */
export interface Worker {
  /** There may be something new. */
  wake(): void;
  /**
   * Runs an operation that was queued as claimed, and returns it as it has ended. If this process dies, another continues. Rejects
   * with 503 if the first attempt fails and others follow. Of a project's operations only a few run so at once; they may hold
   * connections of the pool while they wait for what their callers have locked.
   */
  runNow(operation: StoredOperation): Promise<StoredOperation>;
  /** Takes nothing new; resolves when what runs has come to an end or was put back. */
  stop(): Promise<void>;
}

/** How a worker works. */
interface WorkerPace {
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

  // However much a project queues, one lane is left for the others.
  const lanesPerProject = Math.max(1, lanes - 1);
  const lanesOf = new Map<string, number>();
  const inTurn = createLimiter({ total: 1, perKey: 1 });

  async function workOff(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { signal } = nap;
      try {
        const claimed = await inTurn("claim", claimNext);
        if (claimed) await runClaimed(claimed);
        else await sleep(pause, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        log("error", "The queue does not work", describeError(error));
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function claimNext() {
    const full = [...lanesOf].filter(([, taken]) => taken >= lanesPerProject).map(([project]) => project);
    const operation = await claimOperation(database, full);
    const project = operation && (await findServiceById(database, operation.service_id))?.project_id;
    if (project === undefined) return undefined;
    lanesOf.set(project, (lanesOf.get(project) ?? 0) + 1);
    return { operation: operation!, project };
  }

  async function runClaimed({ operation, project }: { operation: StoredOperation; project: string }): Promise<void> {
    try {
      await runOperation(parts, operation, stopping.signal);
    } finally {
      const left = lanesOf.get(project)! - 1;
      if (left > 0) lanesOf.set(project, left);
      else lanesOf.delete(project);
    }
  }

  const limitProject = createLimiter({ total: Infinity, perKey: 3 });
  const running = Promise.all(Array.from({ length: lanes }, workOff));
  return {
    wake,
    async runNow(operation) {
      const service = await findServiceById(database, operation.service_id);
      await limitProject(service!.project_id, () => runOperation(parts, operation, stopping.signal));
      const ended = (await findOperation(database, operation.id))!;
      if (ended.status === "queued" || ended.status === "running") throw new CallError(503, "service_unavailable", notYet);
      return ended;
    },
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}

const notYet =
  "It is not done yet and will be tried again. If a transaction of yours holds a lock on what it changes, end that transaction.";

/** After so many attempts an operation has failed, unless its work says another number. */
const maxAttempts = 5;

/**
 * Whatever waits or was left behind by a worker that died; what another worker looks at right now is skipped. Mails come last:
 * users cause them, and nothing that callers wait for may wait for a slow mail server.
 */
const claim = statement<StoredOperation>(
  "claim-operation",
  `update operations set status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now()),
     lease_until = now() + make_interval(secs => $1)
   where id = (
     select id from operations
     where (status = 'queued' and not_before <= now() or status = 'running' and lease_until < now())
       and ($2 = '{}' or service_id not in (select id from services where project_id = any($2::uuid[])))
     order by kind = 'send_mail', not_before limit 1 for update skip locked)
   returning ${columns}`,
);

const renew = statement<{ id: string }>(
  "renew-operation",
  `update operations set lease_until = clock_timestamp() + make_interval(secs => $3), progress_percent = coalesce($4, progress_percent)
   where id = $1 and attempt = $2 and status = 'running' returning id`,
);

const hold = statement<{ id: string }>(
  "hold-operation",
  "select id from operations where id = $1 and attempt = $2 and status = 'running' for update",
);

const retry = statement<{ id: string }>(
  "retry-operation",
  `update operations set status = 'queued', lease_until = null, not_before = now() + make_interval(secs => $3)
   where id = $1 and attempt = $2 and status = 'running' returning id`,
);

const finish = statement<{ id: string }>(
  "finish-operation",
  `update operations set status = $3, message = $4, finished_at = now(), lease_until = null,
     progress_percent = case when $3 = 'succeeded' then 100 else progress_percent end
   where id = $1 and attempt = $2 and status = 'running' returning id`,
);

/** Takes the next operation for `leaseSeconds`, but none of these projects. */
export function claimOperation(database: Database, except: readonly string[] = []): Promise<StoredOperation | undefined> {
  return first(database, claim, leaseSeconds, except);
}

type Claimed = Pick<StoredOperation, "id" | "attempt">;

/** Keeps an operation for longer. False: another worker has taken it over. */
export async function renewLease(database: Database, { id, attempt }: Claimed, progress?: number): Promise<boolean> {
  return (await first(database, renew, id, attempt, leaseSeconds, progress ?? null)) !== undefined;
}

/** Keeps an operation from being taken over until the transaction ends. False: it has been taken over already. */
async function holdOperation(client: PoolClient, { id, attempt }: Claimed): Promise<boolean> {
  return (await first(client, hold, id, attempt)) !== undefined;
}

/** Puts an operation back, to be tried again in a while. */
async function retryLater(database: Database, { id, attempt }: Claimed, seconds: number): Promise<boolean> {
  return (await first(database, retry, id, attempt, seconds)) !== undefined;
}

/** Ends an operation. False: it was taken over meanwhile, and its new worker will end it. */
export async function finishOperation(
  database: Database,
  { id, attempt }: Claimed,
  status: "succeeded" | "failed",
  message: string | null,
): Promise<boolean> {
  return (await first(database, finish, id, attempt, status, message)) !== undefined;
}

/** The dependencies of running operations. */
interface RunnerParts {
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
  let holds = 0;
  // Nobody takes over what a transaction holds, and renewing it would wait for that transaction.
  const beat = async () => holds > 0 || (await renewLease(database, operation, percent)) || lost.abort();
  const heart = repeat((leaseSeconds * 1000) / 3, "A lease was not renewed", parts.log, beat);
  const held = async <Result>(work: () => Promise<Result>) => {
    holds++;
    return work().finally(() => holds--);
  };
  const job: Job = {
    operation,
    service,
    signal: lost.signal,
    progress: (value) => (percent = value),
    fenced: (step) =>
      held(() =>
        inTransaction(database, async (client) => {
          if (!(await holdOperation(client, operation))) throw new TakenOver("Another worker has taken the operation over");
          const result = await step(client);
          // However long the step has taken, nobody takes the operation over between its end and the next renewal.
          await renewLease(client, operation, percent);
          return result;
        }),
      ),
  };
  const work = parts.findWork(service, operation.kind);
  try {
    if (!work) throw new PermanentFailure("This installation can't do this.");
    const finish = await work.run(job);
    await held(() => succeed(parts, job, work, finish));
  } catch (error) {
    if (error instanceof TakenOver) parts.log("info", "An operation was taken over", factsOf(job));
    else if (stopping.aborted) await retryLater(database, operation, 0);
    else await fail(parts, job, work, error);
  } finally {
    void heart.stop();
    stopping.removeEventListener("abort", abort);
  }
}

async function succeed({ database, log }: RunnerParts, job: Job, { moves }: Work, finish: Finish | void): Promise<void> {
  const isOurs = await inTransaction(database, async (client) => {
    if (!(await finishOperation(client, job.operation, "succeeded", null))) return false;
    await finish?.(client);
    if (moves) await moveAfterWork(client, job.service.id, moves.done);
    return true;
  });
  log("info", isOurs ? "An operation succeeded" : "An operation was taken over", factsOf(job));
}

async function fail({ database, log }: RunnerParts, job: Job, work: Work | undefined, error: unknown): Promise<void> {
  const { operation } = job;
  const isPermanent = error instanceof PermanentFailure;
  const cause = error instanceof StepFailure ? error.cause : error;
  const facts = { ...factsOf(job), ...describeError(cause) };
  if (!isPermanent && operation.attempt < (work?.attempts ?? maxAttempts)) {
    log("warning", "An attempt failed", facts);
    await retryLater(database, operation, 2 ** operation.attempt / 2);
    return;
  }
  log("error", "An operation failed", facts);
  const isExplained = isPermanent || error instanceof StepFailure || error instanceof CallError;
  const message = isExplained ? error.message : "It failed repeatedly; the platform's log contains the reason.";
  await inTransaction(database, async (client) => {
    if (!(await finishOperation(client, operation, "failed", message))) return;
    await work?.giveUp?.(job, client);
    if (work?.moves) await moveAfterWork(client, job.service.id, work.moves.failed);
  });
}

function factsOf({ operation, service }: Job): Facts {
  return { operation: operation.id, kind: operation.kind, service: service.id, attempt: operation.attempt };
}
