import { databaseOf, listDatabases } from "../databases.js";
import { maxTextLength, redact } from "../redact.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

type Statement = Awaited<ActionResponse<"postgres", "query_stats">>["result"]["statements"][number];

type Row = Omit<Statement, "query_redacted">;

/** The columns to sort by: never text of a caller. */
const orders = {
  total_exec_time: "total_exec_time",
  mean_exec_time: "mean_exec_time",
  max_exec_time: "max_exec_time",
  calls: "calls",
  rows: "rows",
  shared_blks_read: "shared_blks_read",
  temp_blks_written: "temp_blks_written",
} as const;

/**
 * Lists the most expensive statements. They are read where the platform keeps its own view of them: a view in a caller's
 * database could be anything.
 */
export async function showStatistics(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "query_stats">,
): ActionResponse<"postgres", "query_stats"> {
  const { limit = 20, order_by = "total_exec_time", min_calls = 1, query_max_length = 1000 } = body;
  const { connections } = platform.parts;
  const own = await databaseOf(platform.database, service);
  const isEnabled = await connections.asPlatform(service, own.database_name, async (client) => {
    return (await client.query("select from pg_extension where extname = 'pg_stat_statements'")).rowCount === 1;
  });
  if (!isEnabled) throw fail("statistics_unavailable");
  return connections.asPlatform(service, undefined, async (client) => {
    await client.query("create extension if not exists pg_stat_statements schema public");
    const since = await client.query<{ at: Date | null }>("select stats_reset as at from public.pg_stat_statements_info");
    const { rows } = await client.query<Row>(
      `select s.queryid::text as query_id, d.datname as database, r.rolname as username,
         left(s.query, ${maxTextLength}) as query, s.calls::float8 as calls, s.rows::float8 as rows, total_exec_time as total_exec_time_ms, mean_exec_time as mean_exec_time_ms,
         min_exec_time as min_exec_time_ms, max_exec_time as max_exec_time_ms, stddev_exec_time as stddev_exec_time_ms,
         shared_blks_hit::float8 as shared_blks_hit, shared_blks_read::float8 as shared_blks_read,
         temp_blks_written::float8 as temp_blks_written, wal_bytes::text as wal_bytes
       from public.pg_stat_statements s join pg_database d on d.oid = s.dbid left join pg_roles r on r.oid = s.userid
       where d.datname = any($1) and r.rolname is distinct from current_user
         and ($2::text is null or d.datname = $2) and ($3::text is null or r.rolname = $3) and s.calls >= $4
       order by s.${orders[order_by]} desc, s.queryid limit $5`,
      [await listDatabases(client, service, own), body.database ?? null, body.username ?? null, min_calls, limit],
    );
    const statements = rows.map((row) => show(row, query_max_length));
    return { status: "ok", result: { stats_since: since.rows[0]?.at?.toISOString() ?? null, statements } };
  });
}

function show(row: Row, length: number): Statement {
  if (row.query === null) return { ...row, query_redacted: false };
  const { text, redacted } = redact(row.query);
  return { ...row, query: text.slice(0, length), query_redacted: redacted };
}
