import pg from "pg";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { scramVerifier } from "../../postgres-server/scram.js";
import { withShortWaits } from "./connections.js";
import { type StoredDatabase, databaseOf, saveDatabase } from "./databases.js";
import type { PostgresParts } from "./parts.js";

const { escapeIdentifier, escapeLiteral } = pg;

/** The rights of the main role beyond its database. */
interface RoleRights {
  readonly createsDatabases: boolean;
  readonly connectionLimit: number;
}

/** Makes the main role and its database on a server, or makes what is missing of them. */
export async function makeDatabase(
  client: pg.Client,
  wanted: StoredDatabase,
  password: string,
  rights: RoleRights,
): Promise<void> {
  const role = escapeIdentifier(wanted.username);
  const roles = await client.query("select from pg_roles where rolname = $1", [wanted.username]);
  if (roles.rowCount === 0) await client.query(`create role ${role}`);
  await client.query(
    `alter role ${role} with login nosuperuser nocreaterole ${rights.createsDatabases ? "createdb" : "nocreatedb"}
     connection limit ${rights.connectionLimit} password ${escapeLiteral(scramVerifier(password))}`,
  );
  await createOwned(client, wanted);
}

/** Creates an empty database that only its owner can connect to, unless it exists. `options` are those of the statement. */
export async function createOwned(client: pg.Client, { database_name, username }: StoredDatabase, options = ""): Promise<void> {
  const [database, owner] = [escapeIdentifier(database_name), escapeIdentifier(username)];
  const present = await ownerOf(client, database_name);
  // template1 belongs to everybody: a single connection to it would block this.
  if (present === undefined) await client.query(`create database ${database} owner ${owner} template template0 ${options}`);
  else if (present !== username) throw new Error("The database belongs to another role");
  await client.query(`revoke all on database ${database} from public`);
}

/** The role that a database belongs to; `undefined` if there is no such database. */
export async function ownerOf(client: Pick<pg.ClientBase, "query">, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = $1",
    [name],
  );
  return rows[0]?.owner;
}

/**
 * Drops a database together with its connections, but only if it belongs to this role, who may have made it a template. Fine
 * if it is gone.
 */
export async function dropOwned(client: pg.Client, { database_name, username }: StoredDatabase): Promise<void> {
  const owner = await ownerOf(client, database_name);
  if (owner === undefined) return;
  if (owner !== username) throw new Error("The database belongs to another role");
  await client.query(`alter database ${escapeIdentifier(database_name)} is_template false`);
  await client.query(`drop database ${escapeIdentifier(database_name)} with (force)`);
}

/** Renames a database, ending its connections first if that is wanted. */
export function databaseRename({ connections, database }: PostgresParts): Work {
  return {
    async run({ service, operation, fenced }) {
      const { from, to, terminate } = operation.input as { from: string; to: string; terminate: boolean };
      const own = await databaseOf(database, service);
      const isDefault = own.database_name === from;
      const isShared = service.plan === "shared";
      const isWithState = await connections.isWithState(database, service);
      await connections.asPlatform(service, undefined, async (server) => {
        if (terminate)
          await server.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [from]);
        if (!isWithState) await fenced(() => rename(server));
      });
      return async (client) => {
        // Where the server keeps the operations too, the new name and what is known of it change together.
        if (isWithState) await withShortWaits(client, () => rename(client));
        if (isDefault) await saveDatabase(client, service.id, { ...own, database_name: to });
      };

      async function rename(server: Pick<pg.ClientBase, "query">): Promise<void> {
        const isOurs = (owner: string | undefined) => (isShared || isDefault ? owner === own.username : owner !== undefined);
        if (isOurs(await ownerOf(server, from))) {
          await server.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`).catch(explain);
        } else if (!isOurs(await ownerOf(server, to))) {
          throw new PermanentFailure("The service has no database of this name.");
        }
        // Otherwise an attempt before this one has renamed it.
      }
    },
  };
}

function explain(error: unknown): never {
  const { code } = error as { code?: string };
  // object_in_use, duplicate_database
  if (code === "55006") throw new PermanentFailure("The database is in use.");
  if (code === "42P04") throw new PermanentFailure("Another database has the new name.");
  throw error;
}
