import pg from "pg";
import { type Job, TakenOver } from "../../operations/work.js";
import type { StoredService } from "../../services/service.js";
import { type StoredBackup, completeBackup } from "./backups.js";
import { databaseOf, ownName, type StoredDatabase } from "./databases.js";
import { dropOwned } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import { fencedOnServer } from "./fence.js";
import { allowConnections, closeDatabase, draftName, reopenDatabase } from "./replace-database.js";

const { escapeIdentifier } = pg;

/** How long a copy may take, in milliseconds. */
const longest = 3_600_000;

/** Whether a backup is a copy of the database on the shared server: its form where there is no `pg_dump`. */
export function isCopy({ plan }: Pick<StoredService, "plan">, { method }: Pick<StoredBackup, "method">): boolean {
  return plan === "shared" && method === "physical";
}

/** The name of the database that is a backup of a service. Callers can't give it to theirs. */
export function copyName(service: Pick<StoredService, "id">, { id }: Pick<StoredBackup, "id">): string {
  return `${ownName(service)}_backup_${id.replaceAll("-", "").slice(0, 16)}`;
}

/**
 * Takes a backup as a copy of the database. The copy belongs to the platform and takes no connections. It gets the name of the
 * backup in the step that completes the backup and opens the database again.
 */
export async function copyToBackup(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<void> {
  const { connections } = parts;
  const { service } = job;
  const draft = draftName(job, "copy");
  const kept = copyName(service, backup);
  const onServer = <Result>(work: (client: pg.Client) => Promise<Result>) => connections.asPlatform(service, undefined, work);
  // An attempt before this one may have died before it wrote down that the backup is complete.
  await onServer((client) => dropOwned(client, { database_name: kept, username: client.user! }));
  try {
    await closeAndCopy(parts, job, draft);
    const { rows } = await onServer((client) => client.query<{ size: number }>("select pg_database_size($1) as size", [draft]));
    await fencedOnServer(parts, job, async (server, client) => {
      await server.query(`alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(kept)}`);
      await allowConnections(server, await databaseOf(client, service), true);
      await completeBackup(client, backup.id, rows[0]!.size);
    });
  } catch (error) {
    if (!(error instanceof TakenOver)) await reopenDatabase(parts, job).catch(() => undefined);
    await onServer((client) => dropOwned(client, { database_name: draft, username: client.user! })).catch(() => undefined);
    throw error;
  }
}

/**
 * Closes the database of a service and copies it: PostgreSQL copies only what nobody is connected to. The copy takes no
 * connections, and the database stays closed. Without an owner the copy is the platform's.
 */
export async function closeAndCopy(parts: PostgresParts, job: Job, draft: string, owner?: string): Promise<void> {
  const { connections, database } = parts;
  const { service } = job;
  await endCopying(parts, job);
  await connections.asPlatform(service, undefined, async (client) => {
    // Leftovers of earlier attempts.
    for (let attempt = 1; attempt < job.operation.attempt; attempt++)
      await dropOwned(client, { database_name: draftName(job, "copy", attempt), username: owner ?? client.user! });
  });
  await closeDatabase(parts, job);
  await connections.asPlatform(service, undefined, async (client) => {
    const { database_name } = await databaseOf(database, service);
    await createCopy(parts, client, job, database_name, draft, owner);
  });
}

/** Makes a database of a service from a backup of it that is a copy; it takes no connections yet. */
export async function createFromCopy(
  parts: PostgresParts,
  job: Job,
  backup: StoredBackup,
  { database_name, username }: StoredDatabase,
): Promise<void> {
  await parts.connections.asPlatform(job.service, undefined, (client) =>
    createCopy(parts, client, job, copyName(job.service, backup), database_name, username),
  );
}

/** Makes a copy that takes no connections, and later only those of its owner. A copy that has begun is canceled when the attempt has lost its operation. */
async function createCopy(
  { connections }: PostgresParts,
  client: pg.Client,
  job: Job,
  from: string,
  to: string,
  owner?: string,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    "select pg_backend_pid() as pid, set_config('statement_timeout', '0', false), set_config('application_name', $1, false)",
    [copying(job)],
  );
  const end = (other: pg.Client) => other.query("select pg_cancel_backend($1)", [rows[0]!.pid]);
  const cancel = () => void connections.asPlatform(job.service, undefined, end).catch(() => undefined);
  job.signal.throwIfAborted();
  job.signal.addEventListener("abort", cancel);
  try {
    const owned = owner === undefined ? "" : `owner ${escapeIdentifier(owner)}`;
    const text = `create database ${escapeIdentifier(to)} template ${escapeIdentifier(from)} ${owned} allow_connections false`;
    const query = { text, query_timeout: longest };
    await client.query(query);
    await client.query(`revoke all on database ${escapeIdentifier(to)} from public`);
  } finally {
    job.signal.removeEventListener("abort", cancel);
  }
}

/** The application name of sessions that copy for an operation. */
function copying({ operation }: Job): string {
  return `copies for ${operation.id}`;
}

/** Ends what an attempt that was killed may have left copying: the server does not notice before it is done. */
export async function endCopying({ connections }: PostgresParts, job: Job): Promise<void> {
  await connections.asPlatform(job.service, undefined, (client) =>
    client.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1 and usename = current_user",
      [copying(job)],
    ),
  );
}
