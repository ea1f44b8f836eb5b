import pg from "pg";
import type { StoredService } from "../../services/service.js";
import { databaseOf, saveDatabase } from "./databases.js";
import type { PostgresParts } from "./parts.js";

const { escapeIdentifier } = pg;

/**
 * Puts another database in the place of a service's: `fill` gets the name of an empty one; only when it has succeeded do the
 * two change places. Can be repeated after any interruption.
 */
export async function replaceDatabase(
  parts: PostgresParts,
  service: StoredService,
  name: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const { connections, database } = parts;
  const { username } = await databaseOf(database, service);
  const present = (await databaseOf(database, service)).database_name;
  const names = { draft: shorten(present, "_draft"), old: shorten(present, "_old") };
  const onServer = <Result>(work: (client: pg.Client) => Promise<Result>) => connections.asPlatform(service, undefined, work);

  await onServer(async (client) => {
    if (!(await has(client, present)) && (await has(client, names.old))) await rename(client, names.old, present);
    await client.query(`drop database if exists ${escapeIdentifier(names.draft)} with (force)`);
    await client.query(`create database ${escapeIdentifier(names.draft)} owner ${escapeIdentifier(username)} template template0`);
    await client.query(`revoke all on database ${escapeIdentifier(names.draft)} from public`);
  });
  await copyPlatformExtensions(parts, service, present, names.draft);
  await fill(names.draft);
  await onServer(async (client) => {
    await client.query(`drop database if exists ${escapeIdentifier(names.old)} with (force)`);
    await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = any($1)", [
      [present, names.draft],
    ]);
    await rename(client, present, names.old);
    await rename(client, names.draft, name);
    await saveDatabase(database, service.id, { database_name: name, username });
    await client.query(`drop database ${escapeIdentifier(names.old)} with (force)`);
  });
}

/** What the main role may not install itself must be there before. */
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

async function has(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query("select from pg_database where datname = $1", [name])).rowCount === 1;
}

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  if (from !== to) await client.query(`alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`);
}

function shorten(name: string, ending: string): string {
  return `${name.slice(0, 56)}${ending}`;
}
