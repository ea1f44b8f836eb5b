import { copyFile, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { giveToServer, writeServerFile } from "./run-program.js";

/**
 * Copies the data directory of a running server: a consistent copy once its write-ahead log is replayed, which happens by
 * itself when a server starts on it. `client` is connected to that server as the platform. Returns the size in bytes.
 */
export async function copyRunningServer(client: Client, data: string, target: string, signal: AbortSignal): Promise<number> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  await giveToServer(target);
  // A slot keeps the log since the start from being recycled; it goes with the connection.
  const slot = `copy_${process.pid}_${Date.now()}`;
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
  const begun = await client.query<{ file: string }>("select pg_walfile_name(pg_backup_start('platform', true)) as file");
  let size = await copyFolder(data, target, signal, (path) => !leftOut.test(path));
  size += await copyFolder(join(data, "global"), join(target, "global"), signal, (path) => path === "/pg_control");
  const ended = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await writeServerFile(join(target, "backup_label"), ended.rows[0]!.labelfile);
  const first = begun.rows[0]!.file;
  size += await copyFolder(join(data, "pg_wal"), join(target, "pg_wal"), signal, (path) => isLogSince(first, path));
  await client.query("select pg_drop_replication_slot($1)", [slot]);
  return size;
}

/** Files of the running process, and the file that is copied last. */
const leftOut =
  /^\/(\.s\.PGSQL\..*|postmaster\.(pid|opts)|backup_label|standby\.signal|recovery\.signal|current_logfiles|global\/pg_control|(pg_wal|log|pg_replslot|pg_stat_tmp|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)\/.*|pgsql_tmp.*)$/;

function isLogSince(first: string, path: string): boolean {
  const name = path.slice(1);
  return name.endsWith(".history") || (/^[0-9A-F]{24}$/.test(name) && name.slice(8) >= first.slice(8));
}

/** Copies a folder for the user that servers run as. `takes` gets paths from the folder on: `/base/1/1259`. */
export async function copyFolder(
  from: string,
  to: string,
  signal: AbortSignal,
  takes: (path: string) => boolean = () => true,
  path = "",
): Promise<number> {
  let size = 0;
  await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  await giveToServer(join(to, path));
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inner = `${path}/${entry.name}`;
    if (!takes(inner)) continue;
    signal.throwIfAborted();
    if (entry.isDirectory()) size += await copyFolder(from, to, signal, takes, inner);
    else if (entry.isFile()) size += await copyOne(join(from, inner), join(to, inner));
  }
  return size;
}

/** A running server removes files under our hands: what is gone isn't needed, the log says so too. */
async function copyOne(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
  await giveToServer(to);
  return (await stat(to)).size;
}
