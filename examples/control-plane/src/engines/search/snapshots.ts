import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";
import type { StoredIndex } from "./indexes.js";
import { engineVersion } from "./parts.js";

/** A snapshot as it is stored. */
export interface StoredSnapshot {
  readonly id: string;
  readonly service_id: string;
  readonly status: components["schemas"]["SearchSnapshot"]["status"];
  readonly trigger: components["schemas"]["SearchSnapshot"]["trigger"];
  readonly description: string | null;
  readonly size_bytes: number | null;
  readonly engine_version: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly expires_at: Date | null;
}

/** An index as a snapshot keeps it. */
export type SnapshotIndex = Pick<
  StoredIndex,
  "name" | "primary_key" | "settings" | "table_name" | "documents" | "created_at" | "updated_at"
>;

const columns = "id, service_id, status, trigger, description, size_bytes, engine_version, created_at, completed_at, expires_at";

const insert = statement<StoredSnapshot>(
  "insert-search-snapshot",
  `insert into search_snapshots (service_id, status, trigger, description, engine_version, expires_at)
   values ($1, 'pending', $2, $3, $4, now() + interval '30 days') on conflict do nothing returning ${columns}`,
);

const find = statement<StoredSnapshot>(
  "find-search-snapshot",
  `select ${columns} from search_snapshots where service_id = $1 and id = $2`,
);

const list = statement<StoredSnapshot>(
  "list-search-snapshots",
  `select ${columns} from search_snapshots
   where service_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid)) order by created_at desc, id desc limit $4`,
);

const countManual = statement<{ total: number }>(
  "count-search-snapshots",
  `select count(*) as total from search_snapshots
   where service_id = $1 and trigger = 'manual' and status in ('pending', 'running', 'completed')`,
);

const begin = statement(
  "begin-search-snapshot",
  "update search_snapshots set status = 'running' where id = $1 and status = 'pending'",
);

const complete = statement(
  "complete-search-snapshot",
  "update search_snapshots set status = 'completed', size_bytes = $2, completed_at = now() where id = $1",
);

const fail = statement(
  "fail-search-snapshot",
  "update search_snapshots set status = 'failed' where id = $1 and status in ('pending', 'running')",
);

const expire = statement<{ id: string }>(
  "expire-search-snapshots",
  "update search_snapshots set status = 'expired' where status = 'completed' and expires_at <= now() returning id",
);

const insertIndex = statement(
  "insert-search-snapshot-index",
  `insert into search_snapshot_indexes (snapshot_id, name, primary_key, settings, table_name, documents, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

const listIndexes = statement<SnapshotIndex>(
  "list-search-snapshot-indexes",
  `select name, primary_key, settings, table_name, documents, created_at, updated_at from search_snapshot_indexes
   where snapshot_id = $1 order by name collate "C"`,
);

const removeIndexes = statement<{ table_name: string }>(
  "delete-search-snapshot-indexes",
  "delete from search_snapshot_indexes where snapshot_id = $1 returning table_name",
);

/** The rows of snapshots. */
export const snapshots = {
  /** `undefined`: one is being taken. */
  insert: (
    database: Database,
    serviceId: string,
    trigger: StoredSnapshot["trigger"],
    description: string | null,
  ): Promise<StoredSnapshot | undefined> => first(database, insert, serviceId, trigger, description, engineVersion),

  find: (database: Database, serviceId: string, id: string): Promise<StoredSnapshot | undefined> =>
    first(database, find, serviceId, id),

  /** Snapshots before one, newest first. */
  list: (
    database: Database,
    serviceId: string,
    before: readonly string[] | undefined,
    limit: number,
  ): Promise<StoredSnapshot[]> => all(database, list, serviceId, before?.[0] ?? null, before?.[1] ?? null, limit),

  /** How many were asked for and are kept. */
  countManual: async (database: Database, serviceId: string): Promise<number> =>
    (await first(database, countManual, serviceId))!.total,

  begin: async (database: Database, id: string): Promise<void> => void (await all(database, begin, id)),

  /** Puts in place what an attempt has copied. */
  async complete(database: Database, id: string, size: number, indexes: readonly SnapshotIndex[]): Promise<void> {
    await all(database, complete, id, size);
    for (const { name, primary_key, settings, table_name, documents, created_at, updated_at } of indexes) {
      const written = JSON.stringify(settings);
      await all(database, insertIndex, id, name, primary_key, written, table_name, documents, created_at, updated_at);
    }
  },

  fail: async (database: Database, id: string): Promise<void> => void (await all(database, fail, id)),

  /** The indexes in a snapshot, by name. */
  indexesOf: (database: Database, id: string): Promise<SnapshotIndex[]> => all(database, listIndexes, id),

  /** Ends those whose time is over, and returns the names of tables that nobody needs any more. */
  async expire(database: Database): Promise<string[]> {
    const names: string[] = [];
    for (const { id } of await all(database, expire))
      names.push(...(await all(database, removeIndexes, id)).map(({ table_name }) => table_name));
    return names;
  },
};

/** A snapshot as callers see it. */
export function showSnapshot(snapshot: StoredSnapshot): components["schemas"]["SearchSnapshot"] {
  const { id, status, trigger, description, size_bytes, engine_version, created_at, completed_at, expires_at } = snapshot;
  return {
    snapshot_id: id,
    status,
    trigger,
    description,
    size_bytes,
    engine_version,
    created_at: created_at.toISOString(),
    completed_at: completed_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}
