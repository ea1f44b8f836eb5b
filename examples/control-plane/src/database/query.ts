import type { ClientBase, Pool, PoolClient, QueryResultRow } from "pg";
import { checkOut, expectWithin } from "./connections.js";
import { asTransaction } from "./transactions.js";

/** Runs statements: the pool, or one of its connections. */
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

/** A limit of one transaction. */
interface TransactionLimits {
  /** How long a statement may take, in milliseconds; 30 seconds unless given. */
  readonly maxStatementTime?: number;
}

/**
 * Runs work in one transaction: all of it happens, or nothing. The work gets the only connection that it may use: while it
 * runs, the pool gives it no second one (see `createPool`). Callers that hold a connection and wait for another would wait for
 * each other as soon as there are as many as connections.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  { maxStatementTime }: TransactionLimits = {},
): Promise<Result> {
  const client = await checkOut(pool);
  expectWithin(client, maxStatementTime);
  let broken: Error | undefined;
  try {
    await client.query("begin");
    if (maxStatementTime !== undefined) await client.query(`set local statement_timeout = ${maxStatementTime}`);
    const result = await asTransaction(() => work(client));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    expectWithin(client);
    client.release(broken);
  }
}
