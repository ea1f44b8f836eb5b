import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";

/** A backup as it is stored. */
export interface StoredBackup {
  readonly id: string;
  readonly service_id: string;
  readonly status: "pending" | "running" | "completed" | "failed" | "expired";
  readonly trigger: "scheduled" | "manual" | "pre_restore" | "pre_upgrade";
  readonly method: "physical" | "logical";
  readonly label: string | null;
  readonly size_bytes: number | null;
  readonly postgres_version: string;
  /** The default database of the service when it was taken. */
  readonly database_name: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly expires_at: Date | null;
}

/** Most backups of its own making that a service keeps. */
export const maxManualBackups = 10;

const columns = `id, service_id, status, trigger, method, label, size_bytes, postgres_version, database_name,
  created_at, completed_at, expires_at`;

const insert = statement<StoredBackup>(
  "insert-backup",
  `insert into postgres_backups (service_id, status, trigger, method, label, postgres_version, database_name)
   values ($1, 'pending', $2, $3, $4, $5, $6) on conflict (service_id) where status in ('pending', 'running') and trigger = 'manual'
   do nothing returning ${columns}`,
);
const list = statement<StoredBackup>(
  "list-backups",
  `select ${columns} from postgres_backups
   where service_id = $1 and ($2::text[] is null or status = any($2))
     and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
   order by created_at desc, id desc limit $5`,
);
const find = statement<StoredBackup>("find-backup", `select ${columns} from postgres_backups where service_id = $1 and id = $2`);
const last = statement<StoredBackup>(
  "last-backup",
  `select ${columns} from postgres_backups where service_id = $1 and status in ('completed', 'failed')
   order by created_at desc limit 1`,
);
const count = statement<{ kept: number }>(
  "count-manual-backups",
  `select count(*)::int as kept from postgres_backups where service_id = $1 and trigger = 'manual' and status = 'completed'`,
);
const begin = statement(
  "begin-backup",
  "update postgres_backups set status = 'running' where id = $1 and status in ('pending', 'running')",
);
const complete = statement(
  "complete-backup",
  "update postgres_backups set status = 'completed', size_bytes = $2, completed_at = now() where id = $1",
);
const fail = statement(
  "fail-backup",
  "update postgres_backups set status = 'failed' where id = $1 and status in ('pending', 'running')",
);

const expireSafety = statement<StoredBackup>(
  "expire-safety-backups",
  `update postgres_backups set status = 'expired', expires_at = now() where id = any(array(
     select id from postgres_backups where service_id = $1 and trigger = 'pre_restore' and status = 'completed'
     order by created_at desc offset $2)) and id <> $3 returning ${columns}`,
);

/** The number of backups before restores that a service keeps. */
const maxSafetyBackups = 3;

/** A new backup. */
export interface NewBackup {
  readonly serviceId: string;
  readonly trigger: StoredBackup["trigger"];
  readonly method: StoredBackup["method"];
  readonly label?: string | undefined;
  readonly version: string;
  readonly databaseName: string;
}

/** Adds a backup that is still to be taken; `undefined` if one is being taken. */
export function insertBackup(database: Database, wanted: NewBackup): Promise<StoredBackup | undefined> {
  const { serviceId, trigger, method, label, version, databaseName } = wanted;
  return first(database, insert, serviceId, trigger, method, label ?? null, version, databaseName);
}

/** One page of backups, newest first. */
export function listBackups(
  database: Database,
  serviceId: string,
  statuses: readonly string[] | undefined,
  after: readonly string[] | undefined,
  limit: number,
): Promise<StoredBackup[]> {
  return all(database, list, serviceId, statuses ?? null, after?.[0] ?? null, after?.[1] ?? null, limit);
}

export const findBackup = (database: Database, serviceId: string, id: string) => first(database, find, serviceId, id);
export const lastBackup = (database: Database, serviceId: string) => first(database, last, serviceId);
export const countManualBackups = async (database: Database, serviceId: string) =>
  (await first(database, count, serviceId))!.kept;
export const beginBackup = (database: Database, id: string) => all(database, begin, id);
export const completeBackup = (database: Database, id: string, sizeBytes: number) => all(database, complete, id, sizeBytes);
/** Expires the backups from before earlier restores, but for the latest and the one that is needed. They are the caller's to remove. */
export const expireSafetyBackups = (database: Database, serviceId: string, needed: string) =>
  all(database, expireSafety, serviceId, maxSafetyBackups, needed);
export const failBackup = (database: Database, id: string) => all(database, fail, id);

/** A backup as the contract shows it. */
export function showBackup(backup: StoredBackup): components["schemas"]["PostgresBackup"] {
  const { id, status, trigger, method, label, size_bytes, postgres_version, created_at, completed_at, expires_at } = backup;
  return {
    backup_id: id,
    status,
    trigger,
    method,
    label,
    size_bytes,
    postgres_version,
    created_at: created_at.toISOString(),
    completed_at: completed_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}
