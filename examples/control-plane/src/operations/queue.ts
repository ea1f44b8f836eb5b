import type { PoolClient } from "pg";
import { first, statement, type Database } from "../database/query.js";
import { columns, leaseSeconds, type StoredOperation } from "./operation.js";

/** After so many attempts an operation has failed. */
export const mostAttempts = 5;

/** Whatever waits or was left behind by a worker that died; what another worker looks at right now is skipped. */
const claim = statement<StoredOperation>(
  "claim-operation",
  `update operations set status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now()),
     lease_until = now() + make_interval(secs => $1)
   where id = (
     select id from operations
     where status = 'queued' and not_before <= now() or status = 'running' and lease_until < now()
     order by not_before limit 1 for update skip locked)
   returning ${columns}`,
);

const renew = statement<{ id: string }>(
  "renew-operation",
  `update operations set lease_until = now() + make_interval(secs => $3), progress_percent = coalesce($4, progress_percent)
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

/** Takes the next operation for `leaseSeconds`. */
export function claimOperation(database: Database): Promise<StoredOperation | undefined> {
  return first(database, claim, leaseSeconds);
}

type Claimed = Pick<StoredOperation, "id" | "attempt">;

/** Keeps an operation for longer. False: another worker has taken it over. */
export async function renewLease(database: Database, { id, attempt }: Claimed, progress?: number): Promise<boolean> {
  return (await first(database, renew, id, attempt, leaseSeconds, progress ?? null)) !== undefined;
}

/** Keeps an operation from being taken over until the transaction ends. False: it has been taken over already. */
export async function holdOperation(client: PoolClient, { id, attempt }: Claimed): Promise<boolean> {
  return (await first(client, hold, id, attempt)) !== undefined;
}

/** Puts an operation back, to be tried again in a while. */
export async function retryLater(database: Database, { id, attempt }: Claimed, seconds: number): Promise<boolean> {
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
