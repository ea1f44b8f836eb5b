import type { Client } from "pg";
import { databaseOf } from "../databases.js";
import { poolerFolder } from "../pooler.js";
import { redact } from "../redact.js";
import { servers } from "../servers.js";
import { makeCursor, readCursor } from "../../cursor.js";
import { readPoolerLog } from "./pooler-log.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** In the order of `log_min_messages`. */
const severities = ["debug", "info", "notice", "warning", "error", "log", "fatal", "panic"] as const;

type Severity = (typeof severities)[number];

type Line = LogLine & { readonly node: string; readonly source: "postgres" | "pgbouncer" };

const hour = 3_600_000;

const retention = 7 * 24 * hour;

/** Reads log lines of a service: on a shared server those of its role, else all. */
export async function showLogs(
  platform: PostgresPlatform,
  call: Call<"postgres", "postgres_logs">,
): ActionResponse<"postgres", "postgres_logs"> {
  const { body, fail } = call;
  const { limit = 100, order = "desc", source = "postgres", min_severity = "info" } = body;
  const to = body.to === undefined ? new Date() : new Date(body.to);
  const from = body.from === undefined ? new Date(to.getTime() - hour) : new Date(body.from);
  const length = to.getTime() - from.getTime();
  if (!(length > 0 && length <= 24 * hour)) throw fail("interval_too_long");
  if (Date.now() - from.getTime() > retention) throw fail("logs_expired");
  const after = readCursor(body.cursor, [isKey])?.[0];

  const least = severities.indexOf(min_severity);
  const search = body.search?.toLowerCase();
  const sign = order === "asc" ? 1 : -1;
  const sources = [
    ...(source === "pgbouncer" ? [] : await readLines(platform, call, from, to)),
    ...(source === "postgres" ? [] : await readPoolerLines(platform, call, from, to)),
  ];
  const lines = sources
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

async function readLines(
  platform: PostgresPlatform,
  { service }: Call<"postgres", "postgres_logs">,
  from: Date,
  to: Date,
): Promise<Line[]> {
  const { connections } = platform.parts;
  const primary = await connections.asPlatform(service, undefined, (client) => readLog(client, from, to));
  if (service.plan === "shared") {
    // Not by database: under a name that was given up there are lines of whoever had it before.
    const own = await databaseOf(platform.database, service);
    const isOwn = ({ username }: LogLine) => username === own.username;
    return primary.filter(isOwn).map(ofNode("primary"));
  }
  const replicas = (await servers.listReplicas(platform.database, service.id)).filter(({ status }) => status === "online");
  const others = replicas.map(async (replica) => {
    const lines = await connections.toServer(replica, undefined, (client) => readLog(client, from, to));
    return lines.map(ofNode(replica.name));
  });
  return [...primary.map(ofNode("primary")), ...(await Promise.all(others)).flat()];
}

function ofNode(node: string): (line: LogLine) => Line {
  return (line) => ({ ...line, node, source: "postgres" });
}

/** On the shared plan there is no pooler. One that was switched off leaves its log. */
async function readPoolerLines(
  { config }: PostgresPlatform,
  { service }: Call<"postgres", "postgres_logs">,
  from: Date,
  to: Date,
): Promise<Line[]> {
  if (service.plan === "shared") return [];
  const lines = await readPoolerLog(poolerFolder(config, service.id), from, to);
  return lines.map((line) => ({ ...line, node: "primary", source: "pgbouncer" }));
}

function isKey(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z \d{10,20} \d{10,20} [\w-]{1,63}$/.test(text);
}

/** No replica has a name with an underscore. */
function keyOf({ key, node, source }: Line): string {
  return `${key} ${source === "pgbouncer" ? "_pooler" : node}`;
}

function severityOf({ severity }: LogLine): Severity {
  const name = severity.toLowerCase().replace(/\d$/, "");
  return severities.find((known) => known === name) ?? "log";
}

function show(line: Line) {
  const { at, message, detail, sqlstate, database, username, pid, node, source } = line;
  return {
    logged_at: at,
    source,
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

/** A line of a log, as far as it is of use. */
export interface LogLine {
  /** `2026-11-20T09:15:00.123Z` */
  readonly at: string;
  readonly severity: string;
  readonly message: string;
  readonly detail: string | null;
  readonly sqlstate: string | null;
  readonly database: string | null;
  readonly username: string | null;
  readonly pid: number | null;
  /** Lines of one server in this order are in the order of time. */
  readonly key: string;
}

/** How much of a server's log is read, from its end, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** How much is read at once. A line that is longer is left out. */
const pieceBytes = 1024 * 1024;

/** Lines are in the order of time but for so many milliseconds: processes write side by side. */
const disorder = 60_000;

/** Reads the lines of a server's JSON log from one time on up to another. `client` is connected to it as the platform. */
async function readLog(client: Client, from: Date, to: Date): Promise<LogLine[]> {
  const { rows: files } = await client.query<LogFile>(
    `select current_setting('log_directory') || '/' || name as path, size::float8 as size from pg_ls_logdir()
     where name like '%.json' and modification >= $1 order by modification desc, name desc`,
    [from],
  );
  const [start, end] = [from.toISOString(), to.toISOString()];
  const found: LogLine[] = [];
  let left = maxBytes;
  for (const file of files) {
    for await (const piece of readBackwards(client, file, left)) {
      left -= pieceBytes;
      const lines = piece.map(parseLine).filter((line) => line !== undefined);
      for (const line of lines) if (line.at >= start && line.at < end) found.push(line);
      if (lines[0] && Date.parse(lines[0].at) < from.getTime() - disorder) break;
    }
  }
  return found;
}

interface LogFile {
  readonly path: string;
  readonly size: number;
}

/** The lines of a file, piece by piece from its end, at most so many bytes. */
async function* readBackwards(client: Client, { path, size }: LogFile, most: number): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  const first = Math.max(0, size - most);
  for (let end = size; end > first; end -= pieceBytes) {
    const start = Math.max(first, end - pieceBytes);
    const { rows } = await client.query<{ bytes: Buffer | null }>(
      "select pg_read_binary_file($1, $2::bigint, $3::bigint, true) as bytes",
      [path, start, end - start],
    );
    // The file is removed.
    if (!rows[0]?.bytes) return;
    const [cut, ...lines] = splitLines(Buffer.concat([rows[0].bytes, rest]));
    // The line that begins in the piece before is held back until that is there, unless it is too long.
    rest = cut && cut.length <= pieceBytes && start > 0 ? cut : Buffer.alloc(0);
    yield start === 0 && cut ? [cut, ...lines] : lines;
  }
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

/** The first line may be cut, the last may be half written. What clients send need not be UTF-8: such bytes are replaced. */
function parseLine(bytes: Buffer): LogLine | undefined {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const string = (name: string) => (typeof line[name] === "string" ? line[name] : null);
  const number = (name: string) => (typeof line[name] === "number" ? line[name] : null);
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) (?:UTC|GMT)$/.exec(string("timestamp") ?? "") ?? [];
  if (day === undefined) return undefined;
  const at = `${day}T${time}Z`;
  return {
    at,
    severity: string("error_severity") ?? "LOG",
    message: string("message") ?? "",
    detail: string("detail"),
    sqlstate: string("state_code"),
    database: nameOf(string("dbname")),
    username: nameOf(string("user")),
    pid: number("pid"),
    key: `${at} ${String(number("pid") ?? 0).padStart(10, "0")} ${String(number("line_num") ?? 0).padStart(10, "0")}`,
  };
}

/** A name that something may have. Whoever connects may send any bytes as one; PostgreSQL keeps 63 of them. */
function nameOf(text: string | null): string | null {
  return text !== null && text !== "" && !text.includes("\ufffd") && Buffer.byteLength(text) <= 63 ? text : null;
}
