import type { Client } from "pg";
import { type Database, all, first, statement } from "../../database/query.js";
import type { StoredService } from "../../services/service.js";

/** The database and role of a service's connection URL. */
export interface StoredDatabase {
  readonly database_name: string;
  /** The main role, which owns it. */
  readonly username: string;
}

const find = statement<StoredDatabase>(
  "find-postgres-database",
  "select database_name, username from postgres_databases where service_id = $1",
);
const save = statement(
  "save-postgres-database",
  `insert into postgres_databases (service_id, database_name, username) values ($1, $2, $3)
   on conflict (service_id) do update set database_name = excluded.database_name, username = excluded.username`,
);

/** The name of a service's database and main role on the shared server. */
export function ownName({ id }: Pick<StoredService, "id">): string {
  return `app_${id.replaceAll("-", "")}`;
}

/** Whether a name is the platform's to give: those of all services and, followed by more, of what it makes for them. */
export function isReserved(name: string): boolean {
  return /^app_[0-9a-f]{32}/.test(name);
}

/** The default database of a service, if it got one. */
export function findDatabase(database: Database, service: Pick<StoredService, "id">): Promise<StoredDatabase | undefined> {
  return first(database, find, service.id);
}

/** The default database of a service that has one. */
export async function databaseOf(database: Database, service: Pick<StoredService, "id">): Promise<StoredDatabase> {
  const row = await findDatabase(database, service);
  if (!row) throw new Error("The service has no database yet");
  return row;
}

/** Remembers the default database of a service. */
export async function saveDatabase(
  database: Database,
  serviceId: string,
  { database_name, username }: StoredDatabase,
): Promise<void> {
  await all(database, save, serviceId, database_name, username);
}

/**
 * The databases on a server that belong to a service: on the shared one its own only, on one of its own all but the
 * platform's and the templates.
 */
export async function listDatabases(
  client: Client,
  service: Pick<StoredService, "plan">,
  own: StoredDatabase,
): Promise<string[]> {
  if (service.plan === "shared") return [own.database_name];
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname not in ('postgres', 'template0', 'template1') order by datname collate \"C\"",
  );
  return rows.map(({ datname }) => datname).filter((name) => !isReserved(name));
}
