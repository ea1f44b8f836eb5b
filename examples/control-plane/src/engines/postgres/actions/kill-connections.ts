import type { Client } from "pg";
import type { Platform } from "../../../platform.js";
import { amongBackends, backendStates, ownBackends } from "../own-backends.js";
import type { Answer, Call } from "./types.js";

/** Ends the connections that match every filter, and waits until they are gone. */
export async function killConnections(
  platform: Platform,
  { service, body }: Call<"kill_connections">,
): Answer<"kill_connections"> {
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
