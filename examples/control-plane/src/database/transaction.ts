import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the calling code runs inside a transaction, which holds a connection of the pool. */
export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
}

/**
 * Runs work in one transaction: all of it happens, or nothing. The work gets the only connection that it may use: while it
 * runs, the pool gives it no second one (see `createPool`). Callers that hold a connection and wait for another would wait for
 * each other as soon as there are as many as connections.
 */
export async function inTransaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const state = { isOpen: true };
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await current.run(state, () => work(client));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    state.isOpen = false;
    client.release(broken);
  }
}
