import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";
import { all, statement } from "../database/query.js";
import { inTransaction } from "../database/transaction.js";

const lock = statement("lock-service", "select from services where id = $1 for no key update");

/** The last of those that wait for their turn, by what they wait for. */
const turns = new Map<string, Promise<unknown>>();

/** The thing whose turn the calling code is. */
const current = new AsyncLocalStorage<string>();

/** Runs work on one thing at a time, in the order of the calls of this process. Those that wait hold nothing meanwhile. */
export async function oneAtATime<Result>(thing: string, work: () => Promise<Result>): Promise<Result> {
  // It would wait for its own end.
  if (current.getStore() === thing) throw new Error("This work has its turn already");
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
 * want the same service, each process spends one connection on them, and other services are not held up.
 */
export function withServiceLock<Result>(
  pool: Pool,
  serviceId: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return oneAtATime(serviceId, () =>
    inTransaction(pool, async (client) => {
      await all(client, lock, serviceId);
      return work(client);
    }),
  );
}
