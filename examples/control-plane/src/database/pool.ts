import pg from "pg";
import { describeError, type Log } from "../log.js";
import { isInTransaction } from "./transaction.js";

/** Counts are within what JSON numbers keep. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type Connected = Parameters<pg.Pool["connect"]>[0];

/** Rejects a second connection for code that holds one already: in a transaction everything goes through its client. */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!isInTransaction()) return callback ? super.connect(callback) : super.connect();
    const error = new Error("A transaction is open: use its client instead of the pool");
    if (!callback) return Promise.reject(error);
    callback(error, undefined, () => undefined);
  }
}

/** Connections to the database that keeps the state. */
export function createPool(url: string, size: number, log: Log): pg.Pool {
  const pool = new GuardedPool({
    connectionString: url,
    max: size,
    application_name: "control-plane",
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // A connection that breaks while nobody uses it; the next query opens another.
  pool.on("error", (error) => log("warning", "A database connection broke", describeError(error)));
  return pool;
}
