import type { Pool } from "pg";
import { all, statement } from "../database/query.js";

/** How long rows of each history are kept, and which column says how old they are: null while something may still change. */
const histories = [
  { table: "operations", age: "finished_at", days: 30 },
  { table: "search_tasks", age: "finished_at", days: 30 },
  { table: "auth_events", age: "occurred_at", days: 400 },
  { table: "objects_completed_uploads", age: "completed_at", days: 1 },
] as const;

const prunings = histories.map(({ table, age, days }) =>
  statement<{ one: number }>(
    `prune-${table}`,
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${age} < now() - interval '${days} days' order by ${age} limit $1 for update skip locked))
     returning 1 as one`,
  ),
);

/** How often old rows are looked for, in milliseconds. */
export const prunePause = 600_000;

/** How many rows a statement removes, and how many statements a run has for each table. */
const bounds = { rows: 1000, statements: 20 };

/** Removes rows of histories that are too old, the oldest first. What one run leaves, the next one removes. */
export async function pruneHistories(database: Pool, { rows, statements } = bounds): Promise<void> {
  for (const prune of prunings) {
    for (let ran = 0; ran < statements; ran++) {
      if ((await all(database, prune, rows)).length < rows) break;
    }
  }
}
