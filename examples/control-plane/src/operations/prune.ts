import type { Pool } from "pg";
import { all, statement } from "../database/query.js";

interface History {
  readonly table: string;
  /** The column that says how old a row is: null while something may still change. */
  readonly age: string;
  /** How long rows are kept. */
  readonly days: number;
  /** A condition for older rows that are kept nevertheless. */
  readonly kept?: string;
}

const histories: readonly History[] = [
  { table: "operations", age: "finished_at", days: 30 },
  { table: "search_tasks", age: "finished_at", days: 30 },
  { table: "auth_events", age: "occurred_at", days: 400 },
  { table: "objects_completed_uploads", age: "completed_at", days: 1 },
  { table: "idempotency_calls", age: "expires_at", days: 0 },
  { table: "search_usage", age: "minute", days: 400, kept: lastAmounts("search_usage", "minute", "documents", "service_id") },
  {
    table: "objects_usage",
    age: "hour",
    days: 400,
    kept: `${lastAmounts("objects_usage", "hour", "storage_bytes", "service_id", "bucket")} and old.object_count > 0`,
  },
];

/** Amounts hold until the next row that has some: of the old ones, the last may be those of a later day. */
function lastAmounts(table: string, age: string, amount: string, ...key: readonly string[]): string {
  const isLater = [...key.map((column) => `later.${column} = old.${column}`), `later.${age} > old.${age}`];
  return `old.${amount} is not null and not exists (select from ${table} later
    where ${isLater.join(" and ")} and later.${amount} is not null and later.${age} < now() - interval '400 days')`;
}

const prunings = histories.map(({ table, age, days, kept = "false" }) =>
  statement<{ one: number }>(
    `prune-${table}`,
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} old where ${age} < now() - interval '${days} days' and not (${kept})
       order by ${age} limit $1 for update skip locked))
     returning 1 as one`,
  ),
);

/** The interval of removing old rows, in milliseconds. */
export const prunePause = 600_000;

/** Rows per statement, and statements per table in a run. */
const bounds = { rows: 1000, statements: 20 };

/** Removes rows of histories that are too old, the oldest first. What one run leaves, the next one removes. */
export async function pruneHistories(database: Pool, { rows, statements } = bounds): Promise<void> {
  for (const prune of prunings) {
    for (let ran = 0; ran < statements; ran++) {
      if ((await all(database, prune, rows)).length < rows) break;
    }
  }
}
