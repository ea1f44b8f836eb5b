import pg from "pg";
import { CallError } from "../../../../../generated/server/index.js";
import { PermanentFailure, step, TakenOver, type Job } from "../../operations/work.js";
import type { StoredService } from "../../services/service.js";
import { databaseOf, ownName, type StoredDatabase } from "./databases.js";
import { createOwned, dropOwned, ownerOf } from "./make-database.js";
import { type Querying, fencedOnServer } from "./fence.js";
import type { PostgresParts } from "./parts.js";

const { escapeIdentifier } = pg;

/** The name of a database that an attempt makes for a service, and that no other attempt touches. */
export function draftName({ service, operation }: Job, ending: string, attempt = operation.attempt): string {
  return `${ownName(service)}_${operation.id.slice(0, 8)}_${attempt}_${ending}`;
}

/**
 * Puts another database in the place of a service's: `make` makes it, with the name and the owner that it is given; only when
 * it has succeeded do the two change places, in one transaction. Each attempt makes a database of its own, and the first thing
 * an attempt does is to drop those of the ones before it: without it, one that was paused has nothing left to put in place.
 */
export async function replaceDatabase(
  parts: PostgresParts,
  job: Job,
  make: (draft: StoredDatabase) => Promise<void>,
): Promise<void> {
  const { connections, database } = parts;
  const { service } = job;
  const own = await databaseOf(database, service);
  const draft = { ...own, database_name: draftName(job, "new") };
  const old = { ...own, database_name: draftName(job, "old") };
  const onServer = <Result>(work: (client: pg.Client) => Promise<Result>) => connections.asPlatform(service, undefined, work);

  await onServer((client) => rejectPrepared(client, own.database_name));
  // An attempt before this one may have closed it.
  await reopenDatabase(parts, job);
  await onServer((client) => dropLeftovers(client, job, own));
  try {
    await make(draft);
    await step("The databases could not change places.", async () => {
      await closeDatabase(parts, job, async (client) => {
        if ((await ownerOf(client, draft.database_name)) === undefined)
          throw new TakenOver("The draft was dropped by another attempt");
      });
      await onServer((client) => endConnections(client, [draft.database_name]));
      await fencedOnServer(parts, job, (client) => changePlaces(client, own, draft, old));
    });
    // The new data is in place, so the work is done: what stays is dropped before the next replacement.
    await onServer((client) => dropOwned(client, old)).catch(() => undefined);
  } catch (error) {
    // This attempt owns only its draft, not what is in place.
    await onServer((client) => dropOwned(client, draft)).catch(() => undefined);
    if (!(error instanceof TakenOver)) await reopenDatabase(parts, job).catch(() => undefined);
    throw error;
  }
}

/** Replaces a database by one that is empty but for the extensions that only the platform may install, and is then filled. */
export function replaceByFilling(parts: PostgresParts, job: Job, fill: (draft: string) => Promise<void>): Promise<void> {
  const { connections, database } = parts;
  const { service } = job;
  return replaceDatabase(parts, job, async (draft) => {
    await step("An empty database could not be made.", async () => {
      const { database_name } = await databaseOf(database, service);
      await connections.asPlatform(service, undefined, (client) => createOwned(client, draft));
      await copyPlatformExtensions(parts, service, database_name, draft.database_name);
    });
    await fill(draft.database_name);
  });
}

/** Lets callers back into the database of a service that was not replaced after all. */
export async function reopenDatabase(parts: PostgresParts, job: Job): Promise<void> {
  await fencedOnServer(parts, job, async (server, client) =>
    allowConnections(server, await databaseOf(client, job.service), true),
  );
}

/** Attempts to close a database: callers may lock it again as soon as they reconnect. */
const maxCloses = 3;

/**
 * Closes the database of a service, in a fenced step after `check`, and ends its connections. Sessions that hold its lock are
 * ended before it is tried again.
 */
export async function closeDatabase(parts: PostgresParts, job: Job, check?: (server: Querying) => Promise<void>): Promise<void> {
  const { connections, database } = parts;
  const { database_name } = await databaseOf(database, job.service);
  for (let closes = 1, isClosed = false; !isClosed; closes++) {
    await connections.asPlatform(job.service, undefined, (client) => rejectPrepared(client, database_name));
    try {
      await fencedOnServer(parts, job, async (server, client) => {
        await check?.(server);
        await allowConnections(server, await databaseOf(client, job.service), false);
      });
      isClosed = true;
    } catch (error) {
      if (!(error instanceof CallError) || closes === maxCloses) throw error;
    }
    await connections.asPlatform(job.service, undefined, (client) => endConnections(client, [database_name]));
  }
}

/** Returns the reason why a database can't be copied or replaced, for callers; `undefined` if it can. */
export async function preparedBlocker(client: Querying, database: string): Promise<string | undefined> {
  const { rowCount } = await client.query("select from pg_prepared_xacts where database = $1 limit 1", [database]);
  return rowCount ? "Commit or roll back the prepared transactions first." : undefined;
}

/** Prepared transactions keep their locks without a session that could be ended: trying again is no use. */
async function rejectPrepared(client: Querying, database: string): Promise<void> {
  const blocker = await preparedBlocker(client, database);
  if (blocker !== undefined) throw new PermanentFailure(blocker);
}

/** Drops what earlier attempts and operations made for a service and left behind. */
async function dropLeftovers(client: pg.Client, { service, fenced }: Job, own: StoredDatabase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where starts_with(datname, $1) and datdba = (select oid from pg_roles where rolname = $2)`,
    [`${ownName(service)}_`, own.username],
  );
  // Whatever this attempt finds while it is the current one can't be another's that runs.
  await fenced(() => Promise.resolve());
  for (const { name } of rows) await dropOwned(client, { ...own, database_name: name });
}

async function changePlaces(client: Querying, own: StoredDatabase, draft: StoredDatabase, old: StoredDatabase): Promise<void> {
  if ((await ownerOf(client, own.database_name)) !== own.username) throw new Error("The database belongs to another role");
  await takeSettings(client, own.database_name, draft.database_name);
  await rename(client, own.database_name, old.database_name);
  await rename(client, draft.database_name, own.database_name);
  await allowConnections(client, own, true);
}

/** Moves what `alter database` has set from one database to another. No dump or copy has it. */
async function takeSettings(client: Querying, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ most: number }>("select datconnlimit as most from pg_database where datname = $1", [
    from,
  ]);
  await client.query(`alter database ${escapeIdentifier(to)} connection limit ${rows[0]!.most}`);
  await client.query(
    `update pg_db_role_setting set setdatabase = there.oid from pg_database there, pg_database here
     where there.datname = $2 and here.datname = $1 and setdatabase = here.oid`,
    [from, to],
  );
}

async function rename(client: Querying, from: string, to: string): Promise<void> {
  await client.query(`alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`);
}

/**
 * Applications connect again and again: to be renamed, a database must be closed and not only emptied. One that is as it is
 * to be stays untouched: a caller may hold its lock.
 */
export async function allowConnections(
  client: Querying,
  { database_name, username }: StoredDatabase,
  allow: boolean,
): Promise<void> {
  if ((await ownerOf(client, database_name)) !== username) throw new Error("The database belongs to another role");
  const wanted = await client.query("select from pg_database where datname = $1 and datallowconn = $2", [database_name, allow]);
  if (wanted.rowCount) return;
  await client.query(`alter database ${escapeIdentifier(database_name)} allow_connections ${allow}`);
}

/** Ends the connections to databases that take no new ones. */
export async function endConnections(client: Querying, databases: readonly string[]): Promise<void> {
  await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = any($1)", [databases]);
}

/** Extensions that the main role may not install itself must exist before. */
async function copyPlatformExtensions(
  { connections }: PostgresParts,
  service: StoredService,
  from: string,
  to: string,
): Promise<void> {
  const { rows } = await connections.asPlatform(service, from, (client) =>
    client.query<{ name: string }>(
      "select e.extname as name from pg_extension e join pg_roles r on r.oid = e.extowner where r.rolsuper and e.extname <> 'plpgsql'",
    ),
  );
  await connections.asPlatform(service, to, async (client) => {
    for (const { name } of rows)
      await client.query(`create extension if not exists ${escapeIdentifier(name)} schema public cascade`);
  });
}
