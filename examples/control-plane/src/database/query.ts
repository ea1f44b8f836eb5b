import { AsyncLocalStorage } from "node:async_hooks";
import pg, { type ClientBase, type Pool, type PoolClient, type QueryResultRow } from "pg";
import { type Log, describeError } from "../log.js";

/** What runs statements: the pool, or one connection of it. */
export type Database = Pick<Pool, "query"> | Pick<ClientBase, "query">;

/** A statement that connections prepare once. Its name must be its own. */
export interface Statement<Row extends QueryResultRow> {
  readonly name: string;
  readonly text: string;
  /** Only for the compiler: what a row looks like. */
  readonly row?: Row;
}

/** Declares a prepared statement and the shape of its rows. */
export function statement<Row extends QueryResultRow>(name: string, text: string): Statement<Row> {
  return { name, text };
}

/** Runs a statement and returns its rows. */
export async function all<Row extends QueryResultRow>(
  database: Database,
  { name, text }: Statement<Row>,
  ...values: readonly unknown[]
): Promise<Row[]> {
  const { rows } = await database.query<Row>({ name, text, values: [...values] });
  return rows;
}

/** Runs a statement and returns its first row, if it has one. */
export async function first<Row extends QueryResultRow>(
  database: Database,
  prepared: Statement<Row>,
  ...values: readonly unknown[]
): Promise<Row | undefined> {
  return (await all(database, prepared, ...values))[0];
}

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the calling code runs inside a transaction, which holds a connection of the pool. */
function isInTransaction(): boolean {
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

/** Counts are within what JSON numbers keep. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type Connected = Parameters<pg.Pool["connect"]>[0];

/** Rejects a second connection for code that already holds one: a transaction uses only its client. */
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
