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

/** How much of a server's log is read, from its end, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** How much is read at once. A line that is longer is left out. */
const pieceBytes = 1024 * 1024;

/** Lines are in the order of time but for so many milliseconds: processes write side by side. */
const disorder = 60_000;

/** Reads the lines of a server's JSON log from one time on up to another. `client` is connected to it as the platform. */
export async function readLog(client: Client, from: Date, to: Date): Promise<LogLine[]> {
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
