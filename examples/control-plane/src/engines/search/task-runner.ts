import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { type Database, first, inTransaction, statement } from "../../database/query.js";
import { type Log, describeError } from "../../log.js";
import type { Running } from "../engine.js";
import { TaskFailure, runTask } from "./run-task.js";
import type { BegunTask } from "./tasks.js";
import { meterTask } from "./usage.js";

/** The number of concurrent tasks of a process, each of another service. */
const lanes = 2;

/** How long it waits when there is nothing to do, in milliseconds. */
const pause = 1000;

/** After so many attempts a task has failed. */
const maxAttempts = 3;

const isOpen = "status in ('enqueued', 'processing')";

/** The service that has waited longest for a turn, among those with tasks. Tasks of suspended services wait. */
const takeTurn = statement<{ service_id: string }>(
  "take-search-turn",
  `update search_turns set taken_at = clock_timestamp() where service_id = (
     select t.service_id from search_turns t join services s on s.id = t.service_id
     where s.status = 'active' and exists (select from search_tasks k where k.service_id = t.service_id and ${isOpen})
     order by t.taken_at limit 1 for update of t skip locked)
   returning service_id`,
);

const begin = statement(
  "begin-search-task",
  `update search_tasks set status = 'processing', started_at = coalesce(started_at, now())
   where service_id = $1 and task_id = (select min(task_id) from search_tasks where service_id = $1 and ${isOpen})`,
);

const hold = statement<{ service_id: string }>(
  "hold-search-turn",
  `select t.service_id from search_turns t join services s on s.id = t.service_id
   where t.service_id = $1 and s.status = 'active' for update of t skip locked`,
);

const findBegun = statement<BegunTask>(
  "find-begun-search-task",
  `select service_id, task_id, type, index_name, status, input, enqueued_at, started_at, finished_at, documents_received,
     documents_indexed, attempts, error
   from search_tasks where service_id = $1 and status = 'processing' order by task_id limit 1`,
);

const end = statement(
  "end-search-task",
  `update search_tasks set status = case when $4::jsonb is null then 'succeeded' else 'failed' end, input = null,
     finished_at = clock_timestamp(), documents_indexed = coalesce($3, documents_indexed), error = $4
   where service_id = $1 and task_id = $2`,
);

const countFailure = statement(
  "count-failure-of-search-task",
  "update search_tasks set attempts = attempts + 1 where service_id = $1 and task_id = $2 and status = 'processing'",
);

const lock = statement("lock-search-turn", "select from search_turns where service_id = $1 for update");

/** Keeps every task of a service from running until the transaction ends. One that runs is waited for. */
export async function stopTasks(client: Database, serviceId: string): Promise<void> {
  await first(client, lock, serviceId);
}

/** Wakes the runner of this process. */
export interface TaskSignal {
  wake(): void;
  /** Resolves when it is woken, or after the pause. */
  wait(): Promise<void>;
}

/** A signal between those that accept tasks and the runner. */
export function createTaskSignal(): TaskSignal {
  let nap = new AbortController();
  return {
    wake() {
      nap.abort();
      nap = new AbortController();
    },
    wait: () => sleep(pause, undefined, { signal: nap.signal }).catch(() => undefined),
  };
}

/** Works off the tasks of all services; any number of processes may do so. Those of one service run one after the other. */
export function startTaskRunner(database: Pool, signal: TaskSignal, log: Log): Running {
  let isStopping = false;
  async function workOff(): Promise<void> {
    while (!isStopping) {
      const ran = await runNextTask(database, log).catch((error: unknown) => {
        log("error", "The tasks of search services do not run", describeError(error));
        return false;
      });
      if (!ran && !isStopping) await signal.wait();
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, workOff));
  return {
    async stop() {
      isStopping = true;
      signal.wake();
      await running;
    },
  };
}

/** Runs one task, if there is any. Whatever it does is in one transaction: if the process dies, another begins it again. */
export async function runNextTask(database: Pool, log: Log): Promise<boolean> {
  const turn = await inTransaction(database, async (client) => {
    const taken = await first(client, takeTurn);
    if (taken) await first(client, begin, taken.service_id);
    return taken;
  });
  if (!turn) return false;
  let task: BegunTask | undefined;
  try {
    await inTransaction(database, async (client) => {
      if (!(await first(client, hold, turn.service_id))) return;
      task = await first(client, findBegun, turn.service_id);
      if (task) await runHeld(client, task);
    });
  } catch (error) {
    log("warning", "An attempt at a task failed", { service: turn.service_id, ...describeError(error) });
    if (task) await first(database, countFailure, task.service_id, task.task_id);
  }
  return true;
}

async function runHeld(client: PoolClient, task: BegunTask): Promise<void> {
  if (task.attempts >= maxAttempts) {
    const error = { code: "internal_error", message: "It failed repeatedly; the platform's log contains the reason." };
    return finishTask(client, task, null, error);
  }
  await client.query("savepoint task");
  try {
    const indexed = await runTask(client, task);
    await finishTask(client, task, indexed, null);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    await client.query("rollback to savepoint task");
    await finishTask(client, task, null, { code: error.code, message: error.message });
  }
}

async function finishTask(
  client: PoolClient,
  { service_id, task_id }: BegunTask,
  indexed: number | null,
  error: BegunTask["error"],
): Promise<void> {
  await first(client, end, service_id, task_id, indexed, error && JSON.stringify(error));
  await meterTask(client, service_id);
}
