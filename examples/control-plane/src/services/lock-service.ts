import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";
import { notFound, unavailable } from "../../../../generated/server/index.js";
import { type Database, first, inTransaction, statement } from "../database/query.js";
import type { ServiceStatus } from "./lifecycle.js";
import type { StoredService } from "./service.js";

/** Not `for update`: rows that refer to the service, such as operations, are added without waiting for it. */
const lock = statement<{ status: ServiceStatus }>("lock-service", "select status from services where id = $1 for no key update");

/** Keeps a service as it is until the transaction ends, and returns its status; `undefined`: it is gone. */
export async function lockService(database: Database, serviceId: string): Promise<ServiceStatus | undefined> {
  return (await first(database, lock, serviceId))?.status;
}

/** The last of those that wait for their turn, by what they wait for. */
const turns = new Map<string, Promise<unknown>>();

/** The thing whose turn the calling code is. */
const current = new AsyncLocalStorage<string>();

/** Runs work on one thing at a time, in the order of the calls of this process. Those that wait hold nothing meanwhile. */
export async function oneAtATime<Result>(thing: string, work: () => Promise<Result>): Promise<Result> {
  // It would wait for its own end.
  if (current.getStore() === thing) throw new Error("This work already has its turn");
  const begin = () => current.run(thing, work);
  const turn = (turns.get(thing) ?? Promise.resolve()).then(begin, begin);
  turns.set(thing, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(thing) === turn) turns.delete(thing);
  }
}

/**
 * Runs work in a transaction that holds the lock of a service: what it reads stays as it is until its end. However many calls
 * want the same service, each process spends one connection on them, and other services are not held up. Rejects the call with
 * 409 if the service has another status than the one that admitted it: a suspension or a restore has begun while it waited.
 */
export function withServiceLock<Result>(
  pool: Pool,
  { id, status }: Pick<StoredService, "id" | "status">,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return oneAtATime(id, () =>
    inTransaction(pool, async (client) => {
      const present = await lockService(client, id);
      if (present === undefined) throw notFound();
      if (present !== status) throw unavailable(`The service is ${present} now.`);
      return work(client);
    }),
  );
}
