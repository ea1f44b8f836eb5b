import type { PoolClient } from "pg";
import { all, inTransaction, statement } from "../../database/query.js";
import { PermanentFailure, type Work, step } from "../../operations/work.js";
import { indexes } from "./indexes.js";
import type { SearchParts } from "./parts.js";
import { type SnapshotIndex, snapshots } from "./snapshots.js";
import { dropTables, restoreTables } from "./tables.js";
import { copying, keepSnapshot, tablePrefix, takeSnapshot, withDraftTables } from "./take-snapshot.js";
import { stopTasks } from "./task-runner.js";
import { writeAmounts } from "./usage.js";

const cancelTasks = statement(
  "cancel-search-tasks",
  `update search_tasks set status = 'canceled', input = null, finished_at = now()
   where service_id = $1 and status in ('enqueued', 'processing')`,
);

const insertRestored = statement(
  "insert-restored-search-index",
  `insert into search_indexes (service_id, name, primary_key, settings, table_name, documents, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Puts the snapshot that the operation names in the place of what a service holds, after a safety snapshot if there is to be one. */
export function restoring(parts: SearchParts): Work {
  const { database } = parts;
  return {
    // Until the restored indexes are put in place, all at once, the service has what it had.
    moves: { done: ["done"], failed: ["error", "repaired"] },
    async run(job) {
      const { service, operation, progress } = job;
      const { snapshot_id, safety_snapshot_id } = operation.input as { snapshot_id: string; safety_snapshot_id: string | null };
      const safety = safety_snapshot_id === null ? undefined : await snapshots.find(database, service.id, safety_snapshot_id);
      if (safety_snapshot_id !== null && !safety) throw new PermanentFailure("The safety snapshot is gone.");
      if (safety) await takeSnapshot(parts, job, safety);
      progress(40);
      await withDraftTables(database, job, tablePrefix("r", operation.id), async (name) => {
        const restored = await step("The snapshot could not be restored.", () =>
          inTransaction(
            database,
            async (client) => {
              await keepSnapshot(client, snapshot_id);
              const found: SnapshotIndex[] = [];
              for (const [index, stored] of (await snapshots.indexesOf(client, snapshot_id)).entries()) {
                await restoreTables(client, stored.table_name, name(index));
                found.push({ ...stored, table_name: name(index) });
              }
              return found;
            },
            copying,
          ),
        );
        await job.fenced((client) => putInPlace(client, service.id, restored));
      });
    },
    async giveUp({ operation }, client) {
      const safety = operation.input["safety_snapshot_id"];
      if (typeof safety === "string") await snapshots.fail(client, safety);
    },
  };
}

/** Tasks that were accepted before are canceled: they were meant for what is gone. */
async function putInPlace(client: PoolClient, serviceId: string, restored: readonly SnapshotIndex[]): Promise<void> {
  await stopTasks(client, serviceId);
  await all(client, cancelTasks, serviceId);
  for (const index of await indexes.list(client, serviceId)) {
    // An attempt that had put them in place before it died is repeated with the same result.
    await indexes.remove(client, index.id);
    await dropTables(client, index.table_name);
  }
  for (const { name, primary_key, settings, table_name, documents, created_at, updated_at } of restored) {
    const written = JSON.stringify(settings);
    await all(client, insertRestored, serviceId, name, primary_key, written, table_name, documents, created_at, updated_at);
  }
  await writeAmounts(client, serviceId);
}
