import type { Client } from "pg";

/** A line of the JSON log, as far as it is of use. */
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

/** How much of a log file is read, from its end, in bytes. */
const mostBytes = 8 * 1024 * 1024;

/** Reads the lines of a server's JSON log from one time on up to another. `client` is connected to it as the platform. */
export async function readLog(client: Client, from: Date, to: Date): Promise<LogLine[]> {
  const { rows } = await client.query<{ text: string }>(
    `select convert_from(pg_read_binary_file(path, greatest(0, size - $2), $2), 'UTF8') as text
     from (select current_setting('log_directory') || '/' || name as path, size, modification from pg_ls_logdir()
           where name like '%.json' and modification >= $1 order by name) as files`,
    [from, mostBytes],
  );
  const [start, end] = [from.toISOString(), to.toISOString()];
  return rows
    .flatMap(({ text }) => text.split("\n"))
    .map(parseLine)
    .filter((line) => line !== undefined)
    .filter(({ at }) => at >= start && at < end);
}

/** The first line may be cut, the last may be half written. */
function parseLine(text: string): LogLine | undefined {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(text) as Record<string, unknown>;
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
    database: string("dbname"),
    username: string("user"),
    pid: number("pid"),
    key: `${at} ${String(number("pid") ?? 0).padStart(10, "0")} ${String(number("line_num") ?? 0).padStart(10, "0")}`,
  };
}
