import { execFile } from "node:child_process";
import { readFile, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { makeServerFolder, runProgram, writeServerFile } from "./run-program.js";

/** The program of the poolers. */
export interface PgBouncer {
  readonly program: string;
  /** `1.18` */
  readonly version: string;
}

/** The PgBouncer that was configured, else the one of the system; `undefined` if there is none, or `none` was configured. */
export async function findPgBouncer(named: string | undefined): Promise<PgBouncer | undefined> {
  // Poolers reach their server by a path below /proc.
  if (named === "none" || process.platform !== "linux") return undefined;
  for (const program of named === undefined ? ["pgbouncer", "/usr/sbin/pgbouncer"] : [named]) {
    const found = await promisify(execFile)(program, ["--version"]).catch(() => undefined);
    const version = /^PgBouncer ([0-9]+\.[0-9]+)/.exec(found?.stdout ?? "")?.[1];
    if (version !== undefined) return { program, version };
  }
  if (named !== undefined) throw new Error("PGBOUNCER_BIN is not a PgBouncer");
  return undefined;
}

/** Whether a PgBouncer is this release or a later one. */
export function isSince({ version }: PgBouncer, release: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = release.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** The files that a PgBouncer reads. */
export interface PoolerFiles {
  readonly "pgbouncer.ini": string;
  readonly "userlist.txt": string;
  readonly "hba.conf": string;
}

/** The files of a PgBouncer, all in its working folder. */
export const poolerPaths = [
  "logfile = pgbouncer.log",
  "pidfile = pgbouncer.pid",
  "auth_file = userlist.txt",
  "auth_hba_file = hba.conf",
];

/** The log of a PgBouncer, and its earlier lines. */
export function poolerLogs(folder: string): readonly [string, string] {
  return [join(folder, "pgbouncer.log"), join(folder, "pgbouncer.log.1")];
}

/** Writes the files of a PgBouncer, each as a whole. They hold from its next start or reload. */
export async function writePoolerFiles(folder: string, files: PoolerFiles): Promise<void> {
  await makeServerFolder(folder);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeServerFile(`${path}.draft`, text as string);
    await rename(`${path}.draft`, path);
  }
}

/** Starts a PgBouncer in its folder. It outlives this process; that it listens is for the caller to find out. */
export async function startPgBouncer({ program }: PgBouncer, folder: string): Promise<void> {
  if (await isPgBouncerRunning(folder)) return;
  // PgBouncer would take any process with this id for its own.
  await rm(join(folder, "pgbouncer.pid"), { force: true });
  await runProgram(program, ["--daemon", "--quiet", "pgbouncer.ini"], { cwd: folder, detaches: true, env: { TZ: "UTC" } });
}

/** Whether a PgBouncer works in a folder. */
export async function isPgBouncerRunning(folder: string): Promise<boolean> {
  return (await findProcess(folder)) !== undefined;
}

/**
 * Stops a PgBouncer; fine if it is stopped. Until the deadline what its clients run may end, and no query is begun. Returns
 * early if the signal is aborted, and leaves it as it is then.
 */
export async function stopPgBouncer(folder: string, deadline?: Date, signal?: AbortSignal): Promise<void> {
  const pid = await findProcess(folder);
  if (pid === undefined) return;
  if (deadline && deadline.getTime() > Date.now()) {
    process.kill(pid, "SIGINT");
    while (Date.now() < deadline.getTime() && (await isPgBouncerRunning(folder))) {
      await sleep(100, undefined, signal ? { signal } : {});
    }
  }
  // It keeps nothing that could be lost.
  if (await isPgBouncerRunning(folder)) process.kill(pid, "SIGKILL");
  for (let tries = 0; tries < 100 && (await isPgBouncerRunning(folder)); tries++) await sleep(50);
}

/** The longest log, in bytes, before another is begun. One earlier log is kept. */
const maxLog = 8 * 1024 * 1024;

/** Begins another log when this one has become long. */
export async function rotatePoolerLog(folder: string): Promise<void> {
  const [log, earlier] = poolerLogs(folder);
  const found = await stat(log).catch(() => undefined);
  if (!found || found.size < maxLog) return;
  await rename(log, earlier);
  const pid = await findProcess(folder);
  if (pid !== undefined) process.kill(pid, "SIGHUP");
}

/** The id of the PgBouncer in a folder. After a restart of the machine another process may have the id that it left there. */
async function findProcess(folder: string): Promise<number | undefined> {
  const pid = Number((await readFile(join(folder, "pgbouncer.pid"), "utf8").catch(() => "")).trim());
  if (!(pid > 0)) return undefined;
  const there = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return there !== undefined && there === (await realpath(folder).catch(() => folder)) ? pid : undefined;
}
