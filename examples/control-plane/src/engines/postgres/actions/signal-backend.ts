import type { Client } from "pg";
import type { components } from "../../../../../../generated/types.js";
import type { StoredService } from "../../../services/service.js";
import { databaseOf, listDatabases } from "../databases.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** Cancels what a backend runs. */
export async function cancelQuery(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "query_cancel">,
): ActionResponse<"postgres", "query_cancel"> {
  return amongBackends(platform, service, async (client, databases, platformUser) => {
    await findBackend(client, databases, platformUser, body, fail);
    const { rows } = await client.query<{ signaled: boolean }>(signal("pg_cancel_backend(pid)"), [
      body.pid,
      body.backend_start ?? null,
    ]);
    return { status: "ok", result: { pid: body.pid, signaled: rows[0]?.signaled ?? false } };
  });
}

/** Ends the connection of a backend. */
export async function terminateBackend(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "query_terminate">,
): ActionResponse<"postgres", "query_terminate"> {
  const { pid, wait_ms = 5000 } = body;
  return amongBackends(platform, service, async (client, databases, platformUser) => {
    await findBackend(client, databases, platformUser, body, fail);
    const { rows } = await client.query<{ signaled: boolean }>(signal(`pg_terminate_backend(pid, ${wait_ms})`), [
      pid,
      body.backend_start ?? null,
    ]);
    if (wait_ms === 0) return { status: "ok", result: { pid, signaled: rows[0]?.signaled ?? false, terminated: null } };
    const left = await client.query("select from pg_stat_activity where pid = $1", [pid]);
    return { status: "ok", result: { pid, signaled: rows.length > 0, terminated: left.rowCount === 0 } };
  });
}

/** Backends of others are not found, on a shared server least of all; those of the platform are protected. */
async function findBackend(
  client: Client,
  databases: readonly string[],
  platformUser: string,
  { pid, backend_start }: { pid: number; backend_start?: string },
  fail: (code: "backend_not_found" | "backend_protected") => Error,
): Promise<void> {
  const { rows } = await client
    .query<{ protected: boolean }>(
      `select usename = $3 or pid = pg_backend_pid() as protected from pg_stat_activity
     where pid = $1 and backend_type = 'client backend' and datname = any($2)
       and ($4::text is null or backend_start = $4::timestamptz)`,
      [pid, databases, platformUser, backend_start ?? null],
    )
    .catch((error: { code?: string }) => {
      // A time that only PostgreSQL doesn't know, such as one with an offset of 23 hours: no backend has it.
      if (error.code?.startsWith("22") === true) return { rows: [] };
      throw error;
    });
  if (!rows[0]) throw fail("backend_not_found");
  if (rows[0].protected) throw fail("backend_protected");
}

/** Looks again in the statement that signals: meanwhile the process id may be another's. */
function signal(call: string): string {
  return `select ${call} as signaled from pg_stat_activity
          where pid = $1 and backend_type = 'client backend' and ($2::text is null or backend_start = $2::timestamptz)`;
}

/** Ends the connections that match every filter, and waits until they are gone. */
export async function killConnections(
  platform: PostgresPlatform,
  { service, body }: Call<"postgres", "kill_connections">,
): ActionResponse<"postgres", "kill_connections"> {
  return amongBackends(platform, service, async (client, databases, platformUser) => {
    const { database = null, username = null, application_name = null, idle_longer_than_seconds = null } = body;
    const wanted = body.states?.map((state) => Object.keys(backendStates).find((name) => backendStates[name] === state));
    const { rows } = await client.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
       where ${ownBackends} and ($3::text is null or datname = $3) and ($4::text is null or usename = $4)
         and ($5::text is null or application_name = $5) and ($6::text[] is null or coalesce(state, 'disabled') = any($6))
         and ($7::float8 is null or clock_timestamp() - state_change > $7 * interval '1 s')`,
      [databases, platformUser, database, username, application_name, wanted ?? null, idle_longer_than_seconds],
    );
    const pids = rows.map(({ pid }) => pid);
    return { status: "ok", result: { matched: pids.length, terminated: await countGone(client, pids) } };
  });
}

async function countGone(client: Client, pids: readonly number[]): Promise<number> {
  const deadline = Date.now() + 5000;
  for (;;) {
    await client.query("select pg_stat_clear_snapshot()");
    const { rowCount } = await client.query("select from pg_stat_activity where pid = any($1)", [pids]);
    if (rowCount === 0 || Date.now() > deadline) return pids.length - rowCount!;
    await client.query("select pg_sleep(0.05)");
  }
}

type BackendState = components["schemas"]["PostgresBackendState"];

/** How PostgreSQL writes the states; others, such as `starting`, are shown as the nearest. */
export const backendStates: Readonly<Record<string, BackendState>> = {
  active: "active",
  idle: "idle",
  "idle in transaction": "idle_in_transaction",
  "idle in transaction (aborted)": "idle_in_transaction_aborted",
  "fastpath function call": "fastpath_function_call",
  disabled: "disabled",
};

/** Client backends that belong to a service, without those of the platform: `$1` its databases, `$2` the platform's role. */
export const ownBackends = `backend_type = 'client backend' and datname = any($1) and usename <> $2 and pid <> pg_backend_pid()`;

/** Runs work on the server of a service that needs to know which databases and which role it may not touch. */
export async function amongBackends<Result>(
  platform: PostgresPlatform,
  service: StoredService,
  work: (client: Client, databases: readonly string[], platformUser: string) => Promise<Result>,
): Promise<Result> {
  const { connections } = platform.parts;
  const own = await databaseOf(platform.database, service);
  return connections.asPlatform(service, undefined, async (client) =>
    work(client, await listDatabases(client, service, own), client.user!),
  );
}
