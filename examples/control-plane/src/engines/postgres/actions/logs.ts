import type { Platform } from "../../../platform.js";
import { databaseOf } from "../databases.js";
import { readLog, type LogLine } from "../read-log.js";
import { redact } from "../redact.js";
import { servers } from "../servers.js";
import { makeCursor, readCursor } from "./page.js";
import type { Answer, Call } from "./types.js";

/** In the order of `log_min_messages`. */
const severities = ["debug", "info", "notice", "warning", "error", "log", "fatal", "panic"] as const;

type Severity = (typeof severities)[number];
type Line = LogLine & { readonly node: string };

const hour = 3_600_000;
const retention = 7 * 24 * hour;

/** Reads log lines of a service: on a shared server those of its role, else all. */
export async function showLogs(platform: Platform, call: Call<"postgres_logs">): Answer<"postgres_logs"> {
  const { body, fail } = call;
  const { limit = 100, order = "desc", source = "postgres", min_severity = "info" } = body;
  const to = body.to === undefined ? new Date() : new Date(body.to);
  const from = body.from === undefined ? new Date(to.getTime() - hour) : new Date(body.from);
  const length = to.getTime() - from.getTime();
  if (!(length > 0 && length <= 24 * hour)) throw fail("interval_too_long");
  if (Date.now() - from.getTime() > retention) throw fail("logs_expired");
  const after = readCursor(body.cursor, [isKey])?.[0];
  if (source === "pgbouncer") return { status: "ok", result: { entries: [], next_cursor: null } };

  const least = severities.indexOf(min_severity);
  const search = body.search?.toLowerCase();
  const sign = order === "asc" ? 1 : -1;
  const lines = (await readLines(platform, call, from, to))
    .filter((line) => severities.indexOf(severityOf(line)) >= least)
    .filter(({ database }) => body.database === undefined || database === body.database)
    .filter(({ username }) => body.username === undefined || username === body.username)
    .filter(({ message }) => search === undefined || redact(message).text.toLowerCase().includes(search))
    .sort((first, second) => (keyOf(first) < keyOf(second) ? -sign : sign))
    .filter((line) => after === undefined || (order === "asc" ? keyOf(line) > after : keyOf(line) < after));
  const page = lines.slice(0, limit);
  const next_cursor = lines.length > limit ? makeCursor([keyOf(page.at(-1)!)]) : null;
  return { status: "ok", result: { entries: page.map(show), next_cursor } };
}

async function readLines(platform: Platform, { service }: Call<"postgres_logs">, from: Date, to: Date): Promise<Line[]> {
  const { connections } = platform.engines.postgres.parts;
  const primary = await connections.asPlatform(service, undefined, (client) => readLog(client, from, to));
  if (service.plan === "shared") {
    // Not by database: under a name that was given up there are lines of whoever had it before.
    const own = await databaseOf(platform.database, service);
    const isOwn = ({ username }: LogLine) => username === own.username;
    return primary.filter(isOwn).map((line) => ({ ...line, node: "primary" }));
  }
  const replicas = (await servers.listReplicas(platform.database, service.id)).filter(({ status }) => status === "online");
  const others = replicas.map(async (replica) => {
    const lines = await connections.toServer(replica, undefined, (client) => readLog(client, from, to));
    return lines.map((line) => ({ ...line, node: replica.name }));
  });
  return [...primary.map((line) => ({ ...line, node: "primary" })), ...(await Promise.all(others)).flat()];
}

function isKey(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z \d{10,20} \d{10,20} [\w-]{1,63}$/.test(text);
}

function keyOf({ key, node }: Line): string {
  return `${key} ${node}`;
}

function severityOf({ severity }: LogLine): Severity {
  const name = severity.toLowerCase().replace(/\d$/, "");
  return severities.find((known) => known === name) ?? "log";
}

function show(line: Line) {
  const { at, message, detail, sqlstate, database, username, pid, node } = line;
  return {
    logged_at: at,
    source: "postgres" as const,
    severity: severityOf(line),
    sqlstate: sqlstate === "00000" ? null : sqlstate,
    message: redact(message).text.slice(0, 8192),
    detail: detail === null ? null : redact(detail).text.slice(0, 8192),
    database,
    username,
    pid,
    node,
  };
}
