import { open } from "node:fs/promises";
import { poolerLogs } from "../../../postgres-server/pgbouncer.js";
import type { LogLine } from "./logs.js";

/** How much of each log is read, from its end, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/** Reads the lines of a pooler's log from one time on up to another. */
export async function readPoolerLog(folder: string, from: Date, to: Date): Promise<LogLine[]> {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const [log, earlier] = poolerLogs(folder);
  const texts = await Promise.all([earlier, log].map(readEnd));
  return texts
    .flatMap((text, file) => text.split("\n").map((line, number) => parseLine(line, file * 1_000_000_000 + number)))
    .filter((line) => line !== undefined)
    .filter(({ at }) => at >= start && at < end);
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return "";
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** `2026-11-20 09:15:00.123 UTC [17] LOG C-0x55: app/web@127.0.0.1:4711 login attempt: …`; what is no such line is left out. */
const form = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) UTC \[(\d{1,10})\] ([A-Z]{3,7}) (.*)$/;

/** The subject of a line: a client or a server connection, its database and its user. */
const subject = /^[CS]-0x[0-9a-f]+: ([^/@]{1,63})\/([^/@]{1,63})@/;

const severities: Readonly<Record<string, string>> = {
  NOISE: "DEBUG",
  DEBUG: "DEBUG",
  LOG: "LOG",
  WARNING: "WARNING",
  ERROR: "ERROR",
  FATAL: "FATAL",
};

/** The number keeps lines of the same millisecond in order, also from one page to the next. */
function parseLine(line: string, number: number): LogLine | undefined {
  const [, day, time, pid, level = "", message = ""] = form.exec(line) ?? [];
  if (day === undefined) return undefined;
  const at = `${day}T${time}Z`;
  const [, database, username] = subject.exec(message) ?? [];
  return {
    at,
    severity: severities[level] ?? "LOG",
    message,
    detail: null,
    sqlstate: null,
    database: known(database),
    username: known(username),
    pid: Number(pid),
    key: `${at} ${pid!.padStart(10, "0")} ${String(number).padStart(10, "0")}`,
  };
}

/** PgBouncer writes `(nodb)` and `(nouser)` for a client that has not named them yet. */
function known(name: string | undefined): string | null {
  return name === undefined || /^\(.*\)$/.test(name) || name.includes("\ufffd") || Buffer.byteLength(name) > 63 ? null : name;
}
