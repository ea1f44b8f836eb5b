import type { ClientBase, Pool, QueryResultRow } from "pg";

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
