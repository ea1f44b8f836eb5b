import type { Client } from "pg";
import type { Platform } from "../../../platform.js";
import { amongBackends } from "../own-backends.js";
import type { Answer, Call } from "./types.js";

/** Cancels what a backend runs. */
export async function cancelQuery(platform: Platform, { service, body, fail }: Call<"query_cancel">): Answer<"query_cancel"> {
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
  platform: Platform,
  { service, body, fail }: Call<"query_terminate">,
): Answer<"query_terminate"> {
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
