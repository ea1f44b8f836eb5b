import pg from "pg";
import { describeError, type Log } from "../log.js";

/** Counts are within what JSON numbers keep. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connections to the database that keeps the state. */
export function createPool(url: string, size: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
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
