import pg, { type Client } from "pg";
import type { PoolUser } from "./pool-users.js";

const { escapeIdentifier, escapeLiteral } = pg;

/** By this remark on a role the platform knows its own again. */
const remark = "pool user of the platform";

/** Whether a role of this name is there that is no pool user. */
export async function isForeignRole(server: Client, username: string): Promise<boolean> {
  const { rows } = await server.query<{ remark: string | null }>(
    "select shobj_description(oid, 'pg_authid') as remark from pg_roles where rolname = $1",
    [username],
  );
  return rows[0] !== undefined && rows[0].remark !== remark;
}

/** Makes the role of a pool user, as a whole; one that an interrupted call left behind is used. */
export async function makeRole(
  server: Client,
  { username, database, read_only }: Pick<PoolUser, "username" | "database" | "read_only">,
  verifier: string,
): Promise<void> {
  const role = escapeIdentifier(username);
  await server.query("begin");
  const { rowCount } = await server.query("select from pg_roles where rolname = $1", [username]);
  if (rowCount === 0) await server.query(`create role ${role}`);
  await server.query(`comment on role ${role} is ${escapeLiteral(remark)}`);
  await server.query(`alter role ${role} with login password ${escapeLiteral(verifier)}`);
  await server.query(`alter role ${role} set default_transaction_read_only = ${read_only ? "on" : "off"}`);
  await server.query(`grant connect on database ${escapeIdentifier(database)} to ${role}`);
  await server.query(`grant pg_read_all_data to ${role}`);
  if (!read_only) await server.query(`grant pg_write_all_data to ${role}`);
  await server.query("commit");
}

/** Changes the password of a role to the one of a verifier. */
export async function setVerifier(server: Client, username: string, verifier: string): Promise<void> {
  await server.query(`alter role ${escapeIdentifier(username)} password ${escapeLiteral(verifier)}`);
}

/** Drops the role of a pool user and ends its connections; returns how many. A role that owns something stays as it was. */
export async function dropRole(
  server: Client,
  { username, database }: Pick<PoolUser, "username" | "database">,
): Promise<number | "owns objects"> {
  const role = escapeIdentifier(username);
  await server.query(`alter role ${role} nologin`);
  const ended = await server.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1", [username]);
  try {
    await server.query("begin");
    await server.query(`revoke all on database ${escapeIdentifier(database)} from ${role}`);
    await server.query(`drop role ${role}`);
    await server.query("commit");
  } catch (error) {
    await server.query("rollback");
    await server.query(`alter role ${role} login`);
    // dependent_objects_still_exist
    if ((error as { code?: string }).code === "2BP01") return "owns objects";
    throw error;
  }
  return ended.rowCount ?? 0;
}
