import pg from "pg";
import { scramVerifier } from "../../postgres-server/scram.js";
import type { StoredDatabase } from "./databases.js";

const { escapeIdentifier, escapeLiteral } = pg;

/** What the main role may do beyond its database. */
export interface RoleRights {
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
  const database = escapeIdentifier(wanted.database_name);
  const roles = await client.query("select from pg_roles where rolname = $1", [wanted.username]);
  if (roles.rowCount === 0) await client.query(`create role ${role}`);
  await client.query(
    `alter role ${role} with login nosuperuser nocreaterole ${rights.createsDatabases ? "createdb" : "nocreatedb"}
     connection limit ${rights.connectionLimit} password ${escapeLiteral(scramVerifier(password))}`,
  );
  const databases = await client.query("select from pg_database where datname = $1", [wanted.database_name]);
  if (databases.rowCount === 0) await client.query(`create database ${database} owner ${role}`);
  await client.query(`revoke all on database ${database} from public`);
}
