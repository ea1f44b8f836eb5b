import { readdir, readFile } from "node:fs/promises";
import pg, { type Pool } from "pg";
import { root } from "../config.js";
import { inTransaction } from "./query.js";

/** Any number that nobody else locks. */
const lock = 7_301_220_418;

/**
 * Brings the schema up to date: runs the files of `migrations/` that have not run, in order, in one transaction. Instances
 * that start together wait for each other.
 */
export async function migrate(pool: Pool, folder: URL = new URL("migrations/", root)): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [lock]);
    await client.query(
      "create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migrations");
    const done = new Set(rows.map((row) => row.name));
    const missing = names.filter((name) => !done.has(name));
    for (const name of missing) {
      await client.query(await readFile(new URL(name, folder), "utf8"));
      await client.query("insert into migrations (name) values ($1)", [name]);
    }
    return missing;
  });
}

/**
 * Keeps roles of services out of the databases that belong to the platform or to nobody: a connection there could hold the lock
 * of the migrations, and block the creation of databases from a template.
 */
export async function closeToPublic(pool: Pool): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await pool.query<{ name: string }>(
      `select datname as name from pg_database
       where datname in (current_database(), 'postgres', 'template1') and has_database_privilege('public', oid, 'connect')`,
    );
    try {
      for (const { name } of rows) await pool.query(`revoke connect on database ${pg.escapeIdentifier(name)} from public`);
      return;
    } catch (error) {
      // "tuple concurrently updated": another instance does the same.
      if ((error as { code?: string }).code !== "XX000" || attempt === 5) throw error;
    }
  }
}
