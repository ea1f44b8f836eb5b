import { amongBackends, backendStates, ownBackends } from "./signal-backend.js";
import { redact } from "../redact.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

interface Backend {
  readonly pid: number;
  readonly backend_start: string;
  readonly database: string | null;
  readonly username: string | null;
  readonly application_name: string;
  readonly client_addr: string | null;
  readonly state: string | null;
  readonly wait_event_type: string | null;
  readonly wait_event: string | null;
  readonly query_start: Date | null;
  readonly transaction_start: Date | null;
  readonly duration_ms: number | null;
  readonly query_id: string | null;
  readonly query: string;
  readonly blocked_by: number[];
}

/** Lists what runs in the databases of a service, longest running first. */
export async function listRunningQueries(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "queries_running">,
): ActionResponse<"postgres", "queries_running"> {
  const { limit = 100, include_idle = false, min_duration_ms = 0, query_max_length = 1000 } = body;
  return amongBackends(platform, service, async (client, databases, platformUser) => {
    if (body.database !== undefined && !databases.includes(body.database)) throw fail("database_not_found");
    const { rows } = await client.query<Backend>(
      `select pid, ${exactTime("backend_start")} as backend_start, datname as database, usename as username, application_name,
         host(client_addr) as client_addr, state, wait_event_type, wait_event, query_start, xact_start as transaction_start,
         case when state = 'active' then greatest(0, floor(extract(epoch from clock_timestamp() - query_start) * 1000))::float8 end as duration_ms,
         query_id::text as query_id, query, pg_blocking_pids(pid) as blocked_by
       from pg_stat_activity
       where ${ownBackends} and ($3 or coalesce(state, 'disabled') <> 'idle')
         and ($4::text is null or datname = $4) and ($5::text is null or usename = $5)
         and ($6 = 0 or state = 'active' and clock_timestamp() - query_start > $6 * interval '1 ms')
       order by query_start nulls last, pid limit $7`,
      [databases, platformUser, include_idle, body.database ?? null, body.username ?? null, min_duration_ms, limit + 1],
    );
    const backends = rows.slice(0, limit).map((row) => show(row, query_max_length));
    return { status: "ok", result: { captured_at: new Date().toISOString(), truncated: rows.length > limit, backends } };
  });
}

function show(row: Backend, length: number) {
  const { text, redacted } = redact(row.query);
  return {
    ...row,
    state: backendStates[row.state ?? "disabled"] ?? "active",
    query_start: row.query_start?.toISOString() ?? null,
    transaction_start: row.transaction_start?.toISOString() ?? null,
    query: text.slice(0, length),
    query_redacted: redacted,
  };
}

/** With all microseconds: what guards against a reused process id must come back as it was. */
function exactTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
