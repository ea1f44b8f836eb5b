import pg, { type Client } from "pg";
import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";

/** A pool user as it is stored: its password is nowhere. */
export interface PoolUser {
  readonly username: string;
  readonly database: string;
  readonly pool_mode: "session" | "transaction" | "statement" | null;
  readonly pool_size: number | null;
  readonly max_client_connections: number | null;
  readonly read_only: boolean;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
}

const columns = `username, database_name as database, pool_mode, pool_size, max_client_connections, read_only, created_at, rotated_at`;

const list = statement<PoolUser>(
  "list-pool-users",
  `select ${columns} from postgres_pool_users where service_id = $1 order by username collate "C"`,
);

const insert = statement<PoolUser>(
  "insert-pool-user",
  `insert into postgres_pool_users
     (service_id, username, database_name, pool_mode, pool_size, max_client_connections, read_only)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
);

const rotate = statement<PoolUser>(
  "rotate-pool-user",
  `update postgres_pool_users set rotated_at = now() where service_id = $1 and username = $2 returning ${columns}`,
);

const remove = statement<PoolUser>(
  "delete-pool-user",
  `delete from postgres_pool_users where service_id = $1 and username = $2 returning ${columns}`,
);

type NewPoolUser = Omit<PoolUser, "created_at" | "rotated_at">;

export const poolUsers = {
  list: (database: Database, serviceId: string) => all(database, list, serviceId),
  insert: async (database: Database, serviceId: string, user: NewPoolUser) => {
    const { username, database: name, pool_mode, pool_size, max_client_connections, read_only } = user;
    return (await first(database, insert, serviceId, username, name, pool_mode, pool_size, max_client_connections, read_only))!;
  },
  rotate: (database: Database, serviceId: string, username: string) => first(database, rotate, serviceId, username),
  remove: (database: Database, serviceId: string, username: string) => first(database, remove, serviceId, username),
};

/** A pool user as the contract shows it. */
export function showPoolUser({ created_at, rotated_at, ...user }: PoolUser): components["schemas"]["PostgresPoolUser"] {
  return { ...user, created_at: created_at.toISOString(), rotated_at: rotated_at?.toISOString() ?? null };
}

const { escapeIdentifier, escapeLiteral } = pg;

/** Marks roles that the platform has created. */
const remark = "pool user of the platform";

/** Connects as the platform to a database on the server of a service, for the time of some work. */
export type Connect = <Result>(database: string | undefined, work: (client: Client) => Promise<Result>) => Promise<Result>;

/** Whether a role that is no pool user has this name. */
export async function isForeignRole(server: Client, username: string): Promise<boolean> {
  const { rows } = await server.query<{ remark: string | null }>(
    "select shobj_description(oid, 'pg_authid') as remark from pg_roles where rolname = $1",
    [username],
  );
  return rows[0] !== undefined && rows[0].remark !== remark;
}

/**
 * Makes the role of a pool user, as a whole; one that an interrupted call left behind is used. `client` is connected to the
 * database of the user, whose main role is `owner`. Without a verifier nobody can connect.
 */
export async function makeRole(
  client: Client,
  { username, database, read_only }: Pick<PoolUser, "username" | "database" | "read_only">,
  owner: string,
  verifier: string | undefined,
): Promise<void> {
  const role = escapeIdentifier(username);
  const password = verifier === undefined ? "null" : escapeLiteral(verifier);
  await client.query("begin");
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [username]);
  if (rowCount === 0) await client.query(`create role ${role}`);
  await client.query(`comment on role ${role} is ${escapeLiteral(remark)}`);
  await client.query(`alter role ${role} with login password ${password}`);
  await client.query(`alter role ${role} set default_transaction_read_only = ${read_only ? "on" : "off"}`);
  await client.query(`grant connect on database ${escapeIdentifier(database)} to ${role}`);
  // Earlier versions granted these.
  await client.query(`revoke pg_read_all_data, pg_write_all_data from ${role}`);
  await grantData(client, role, escapeIdentifier(owner), read_only);
  await client.query("commit");
}

/**
 * Lets a role at what there is in the database and at what the main role will add. The role `pg_read_all_data` would be simpler,
 * but it also reads the passwords in the catalog.
 */
async function grantData(client: Client, role: string, owner: string, isReadOnly: boolean): Promise<void> {
  const tables = isReadOnly ? "select" : "select, insert, update, delete";
  const sequences = isReadOnly ? "select" : "select, usage, update";
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
  );
  for (const { name } of rows) {
    const schema = escapeIdentifier(name);
    await client.query(`grant usage on schema ${schema} to ${role}`);
    await client.query(`grant ${tables} on all tables in schema ${schema} to ${role}`);
    await client.query(`grant ${sequences} on all sequences in schema ${schema} to ${role}`);
  }
  const later = `alter default privileges for role ${owner} grant`;
  await client.query(`${later} usage on schemas to ${role}`);
  await client.query(`${later} ${tables} on tables to ${role}`);
  await client.query(`${later} ${sequences} on sequences to ${role}`);
}

/** Changes the password of a role to the one of a verifier. */
export async function setVerifier(server: Client, username: string, verifier: string): Promise<void> {
  await server.query(`alter role ${escapeIdentifier(username)} password ${escapeLiteral(verifier)}`);
}

/** Drops the role of a pool user and ends its connections; returns how many. A role that owns something stays as it was. */
export async function dropRole(connect: Connect, username: string): Promise<number | "owns objects"> {
  const role = escapeIdentifier(username);
  const ended = await connect(undefined, async (server) => {
    await server.query(`alter role ${role} nologin`);
    return server.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1", [username]);
  });
  try {
    if (await connect(undefined, (server) => ownsObjects(server, username))) return await keep();
    const databases = await connect(undefined, (server) => databasesOf(server, username));
    // It owns nothing: this takes its privileges.
    for (const name of databases) await connect(name, (client) => client.query(`drop owned by ${role}`));
    await connect(undefined, (server) => server.query(`drop role ${role}`));
  } catch (error) {
    await keep();
    throw error;
  }
  return ended.rowCount ?? 0;

  async function keep(): Promise<"owns objects"> {
    await connect(undefined, (server) => server.query(`alter role ${role} login`));
    return "owns objects";
  }
}

async function ownsObjects(server: Client, username: string): Promise<boolean> {
  const { rowCount } = await server.query(`select from pg_shdepend where ${dependsOnRole} and deptype = 'o' limit 1`, [username]);
  return rowCount === 1;
}

/** Where a role has privileges; `undefined`: those on shared objects, such as databases. */
async function databasesOf(server: Client, username: string): Promise<(string | undefined)[]> {
  const { rows } = await server.query<{ name: string | null }>(
    `select distinct datname as name from pg_shdepend left join pg_database d on d.oid = dbid where ${dependsOnRole}`,
    [username],
  );
  return rows.map(({ name }) => name ?? undefined);
}

const dependsOnRole = "refclassid = 'pg_authid'::regclass and refobjid = (select oid from pg_roles where rolname = $1)";

/** The password verifiers of the pool users on a server, by name. */
export async function readVerifiers(server: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await server.query<{ name: string; verifier: string }>(
    `select rolname as name, rolpassword as verifier from pg_authid
     where rolpassword is not null and shobj_description(oid, 'pg_authid') = $1`,
    [remark],
  );
  return new Map(rows.map(({ name, verifier }) => [name, verifier]));
}

/** Makes the pool users of a server those that are given, with these passwords. */
export async function reconcileRoles(
  connect: Connect,
  users: readonly PoolUser[],
  owner: string,
  verifiers: ReadonlyMap<string, string>,
): Promise<void> {
  const [roles, databases] = await connect(undefined, async (server) => [
    await namesOf(server, `select rolname as name from pg_roles where shobj_description(oid, 'pg_authid') = '${remark}'`),
    await namesOf(server, "select datname as name from pg_database where datallowconn"),
  ]);
  for (const name of roles) {
    if (users.some(({ username }) => username === name)) continue;
    const outcome = await dropRole(connect, name);
    // Its objects stay; nobody can connect as it.
    if (outcome === "owns objects")
      await connect(undefined, (server) => server.query(`alter role ${escapeIdentifier(name)} nologin password null`));
  }
  for (const user of users) {
    const verifier = verifiers.get(user.username);
    if (databases.includes(user.database)) await connect(user.database, (client) => makeRole(client, user, owner, verifier));
  }
}

async function namesOf(server: Client, query: string): Promise<string[]> {
  return (await server.query<{ name: string }>(query)).rows.map(({ name }) => name);
}
