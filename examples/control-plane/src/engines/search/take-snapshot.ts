import type { Pool } from "pg";
import { all, first, inTransaction, statement } from "../../database/query.js";
import type { Log } from "../../log.js";
import { repeat } from "../../repeat.js";
import { type Job, PermanentFailure, type Work, step } from "../../operations/work.js";
import type { Running } from "../engine.js";
import { indexes } from "./indexes.js";
import type { SearchParts } from "./parts.js";
import { type SnapshotIndex, type StoredSnapshot, snapshots } from "./snapshots.js";
import { copyTables, dropTables } from "./tables.js";
import { stopTasks } from "./task-runner.js";

/** Takes the snapshot that the operation names. */
export function takingSnapshot(parts: SearchParts): Work {
  return {
    async run(job) {
      const snapshot = await snapshots.find(parts.database, job.service.id, String(job.operation.input["snapshot_id"]));
      if (!snapshot) throw new PermanentFailure("The snapshot is gone.");
      await takeSnapshot(parts, job, snapshot);
    },
    giveUp: ({ operation }, client) => snapshots.fail(client, String(operation.input["snapshot_id"])),
  };
}

/**
 * Takes a snapshot; fine if it is taken. The indexes are copied in one transaction in which no task of the service runs, to
 * tables that only this attempt has.
 */
export async function takeSnapshot({ database }: SearchParts, job: Job, snapshot: StoredSnapshot): Promise<void> {
  if (snapshot.status === "completed") return;
  await job.fenced((client) => snapshots.begin(client, snapshot.id));
  const prefix = tablePrefix("s", snapshot.id);
  await withDraftTables(database, job, prefix, async (name) => {
    const { copied, size } = await step("The snapshot could not be taken.", () =>
      inTransaction(
        database,
        async (client) => {
          await stopTasks(client, job.service.id);
          const found: SnapshotIndex[] = [];
          let total = 0;
          for (const [index, stored] of (await indexes.list(client, job.service.id)).entries()) {
            total += await copyTables(client, stored.table_name, name(index));
            found.push({ ...stored, table_name: name(index) });
          }
          return { copied: found, size: total };
        },
        copying,
      ),
    );
    await job.fenced((client) => snapshots.complete(client, snapshot.id, size, copied));
  });
}

/** Options of transactions that copy the indexes of a service. */
export const copying = { maxStatementTime: 30 * 60_000 };

/** How the tables of something begin: with its kind and its id. */
export function tablePrefix(kind: "s" | "r", id: string): string {
  return `${kind}_${id.replaceAll("-", "")}_`;
}

const findTables = statement<{ name: string }>(
  "find-draft-search-tables",
  `select tablename as name from pg_tables t where schemaname = 'search_documents' and starts_with(tablename, $1)
     and tablename !~ '_words$'
     and not exists (select from search_indexes where table_name = t.tablename)
     and not exists (select from search_snapshot_indexes where table_name = t.tablename)`,
);

/**
 * Runs an attempt that builds tables with names of its own: those with the prefix, the number of the attempt and theirs. What
 * attempts before it have left is removed, and what this one built if it does not come to put it in place.
 */
export async function withDraftTables(
  database: Pool,
  { operation: { attempt } }: Job,
  prefix: string,
  work: (name: (index: number) => string) => Promise<void>,
): Promise<void> {
  for (let earlier = 1; earlier < attempt; earlier++) await dropDrafts(database, `${prefix}${earlier}_`);
  try {
    await work((index) => `${prefix}${attempt}_${index}`);
  } catch (error) {
    await dropDrafts(database, `${prefix}${attempt}_`).catch(() => undefined);
    throw error;
  }
}

/** Drops tables that begin so and are not in place. */
export async function dropDrafts(database: Pool, prefix: string): Promise<void> {
  for (const { name } of await all(database, findTables, prefix))
    await inTransaction(database, (client) => dropTables(client, name));
}

/** The interval of removing expired snapshots, in milliseconds. */
const pause = 600_000;

/** Removes snapshots whose time is over, now and then. */
export function startSnapshotSweep({ database }: SearchParts, log: Log): Running {
  return repeat(pause, "Snapshots were not removed", log, () => removeExpired(database));
}

const findStrays = statement<{ name: string }>(
  "find-stray-search-tables",
  `select tablename as name from pg_tables t where schemaname = 'search_documents' and tablename !~ '_words$'
     and not exists (select from search_indexes where table_name = t.tablename)
     and not exists (select from search_snapshot_indexes where table_name = t.tablename)
     and not exists (select from search_snapshots where status in ('pending', 'running')
       and starts_with(t.tablename, 's_' || replace(id::text, '-', '') || '_'))
     and not exists (select from operations where status in ('queued', 'running')
       and starts_with(t.tablename, 'r_' || replace(id::text, '-', '') || '_'))`,
);

/** Removes snapshots whose time is over, and tables of services and attempts that are gone. */
export async function removeExpired(database: Pool): Promise<void> {
  await inTransaction(database, async (client) => {
    for (const name of await snapshots.expire(client)) await dropTables(client, name);
  });
  for (const { name } of await all(database, findStrays)) await inTransaction(database, (client) => dropTables(client, name));
}

const keep = statement("keep-search-snapshot", "select from search_snapshots where id = $1 and status = 'completed' for share");

/** Keeps a snapshot from being removed until the transaction ends. */
export async function keepSnapshot(client: Parameters<typeof first>[0], id: string): Promise<void> {
  if (!(await first(client, keep, id))) throw new PermanentFailure("The snapshot is gone.");
}
