import type { components } from "../../../../generated/types.js";
import { type Database, all, first, statement } from "../database/query.js";

/** An operation as it is stored. */
export interface StoredOperation {
  readonly id: string;
  readonly service_id: string;
  readonly kind: string;
  readonly status: "queued" | "running" | "succeeded" | "failed" | "canceled";
  /** The input of the work; never a secret. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The number of attempts so far. */
  readonly attempt: number;
  readonly requested_at: Date;
  /** When its caller wants it to begin; `null`: as soon as possible. */
  readonly scheduled_for: Date | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly progress_percent: number | null;
  readonly message: string | null;
}

/** How long a worker may be silent before another takes its operation over, in seconds. */
export const leaseSeconds = 30;

export const columns =
  "id, service_id, kind, status, input, attempt, requested_at, scheduled_for, started_at, finished_at, progress_percent, message";

const insert = statement<StoredOperation>(
  "insert-operation",
  `insert into operations (service_id, kind, exclusive, input, scheduled_for, not_before)
   values ($1, $2, $3, $4, $5, coalesce($5, now())) returning ${columns}`,
);

const insertClaimed = statement<StoredOperation>(
  "insert-claimed-operation",
  `insert into operations (service_id, kind, exclusive, input, status, attempt, started_at, lease_until)
   values ($1, $2, $3, $4, 'running', 1, now(), now() + make_interval(secs => ${leaseSeconds})) returning ${columns}`,
);

const find = statement<StoredOperation>("find-operation", `select ${columns} from operations where id = $1`);

const list = statement<StoredOperation>(
  "list-operations",
  `select ${columns} from operations
   where service_id = $1 and (status in ('queued', 'running') or finished_at > now() - interval '24 hours')
   order by requested_at desc, id desc limit 100`,
);

/** An operation to queue. */
interface NewOperation {
  readonly serviceId: string;
  readonly kind: string;
  /** Whether it changes the server, so that no other such operation may run beside it. */
  readonly exclusive: boolean;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Whether this process runs it at once, by `runNow`, because its caller waits. */
  readonly claimed?: boolean;
  /** When it is to begin; absent: as soon as possible. */
  readonly scheduledFor?: Date | undefined;
}

/** Queues work. `undefined`: an exclusive operation of the service is queued or running already. */
export async function queueOperation(database: Database, wanted: NewOperation): Promise<StoredOperation | undefined> {
  const { serviceId, kind, exclusive, input = {}, claimed = false, scheduledFor = null } = wanted;
  try {
    if (claimed) return await first(database, insertClaimed, serviceId, kind, exclusive, input);
    return await first(database, insert, serviceId, kind, exclusive, input, scheduledFor);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "one_exclusive_operation") return undefined;
    throw error;
  }
}

/** The operation of this id. */
export function findOperation(database: Database, id: string): Promise<StoredOperation | undefined> {
  return first(database, find, id);
}

/** Operations that are queued, run, or ended in the last 24 hours, newest first. */
export function listOperations(database: Database, serviceId: string): Promise<StoredOperation[]> {
  return all(database, list, serviceId);
}

/** An operation as the contract shows it. */
export function showOperation(operation: StoredOperation): components["schemas"]["Operation"] {
  const { id, kind, status, requested_at, scheduled_for, started_at, finished_at, progress_percent, message } = operation;
  return {
    operation_id: id,
    kind,
    status,
    requested_at: requested_at.toISOString(),
    scheduled_for: scheduled_for?.toISOString() ?? null,
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    progress_percent,
    message,
  };
}
