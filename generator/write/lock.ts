import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type Disk, hasCode } from "./disk.js";
import { type OutputFolder, pathIn, shownPath, STATE_FOLDER } from "./output-folder.js";
import { outputProblem } from "./problems.js";

/** The exclusive right to write into a folder. */
export interface Lock {
  /** Releases it and removes the folders that were created for it, unless they contain something. Never throws. */
  release(): void;
}

/** Lock files of this process. Another one with our pid is left from a dead process that had it before us. */
const held = new Set<string>();

const ATTEMPTS = 5;

/**
 * Locks a folder against other runs. Returns a diagnostic if another run is writing to it.
 *
 * Each run creates a lock file of its own, `lock-<pid>-<random>`, and then looks for others: it holds the lock if no other
 * one is live, and otherwise removes its own. Of two runs at least one sees the other. Removing the file of a dead process
 * can't remove that of a live one, as it could if all of them used one name.
 */
export async function acquireLock(disk: Disk, folder: OutputFolder): Promise<Lock | Diagnostic> {
  const name = `lock-${process.pid}-${randomBytes(4).toString("hex")}`;
  const file = pathIn(folder, `${STATE_FOLDER}/${name}`);
  let created: string | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      const top = disk.makeFolder(dirname(file));
      created ??= top;
      held.add(file);
      const owner: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
      disk.writeNew(file, Buffer.from(JSON.stringify(owner)));
      const holder = findHolder(disk, folder, name);
      if (!holder) return { release: () => release(disk, file, created) };
      release(disk, file, created);
      if (attempt === ATTEMPTS) return outputProblem("output-locked", holder);
    } catch (error) {
      release(disk, file, created);
      // The preceding run has just removed the folder.
      if (!hasCode(error, "ENOENT") || attempt === ATTEMPTS) throw error;
    }
    await wait(10 + Math.random() * 40);
  }
}

/** The process that owns a lock file. */
interface Owner {
  readonly pid: number;
  /** Absent if the process was killed before it could write it. */
  readonly host?: string | undefined;
  readonly started?: string | undefined;
}

/** Finds the lock of a live run, and removes those of dead ones. */
function findHolder(disk: Disk, folder: OutputFolder, own: string): { path: string; holder: string } | undefined {
  for (const name of disk.list(pathIn(folder, STATE_FOLDER))) {
    const pid = Number(/^lock-(\d{1,10})-[0-9a-f]{8}$/.exec(name)?.[1]);
    if (name === own || Number.isNaN(pid)) continue;
    const path = `${STATE_FOLDER}/${name}`;
    const file = pathIn(folder, path);
    const owner = readOwner(disk, file, pid);
    const isElsewhere = owner.host !== undefined && owner.host !== hostname();
    const holder = isElsewhere ? `process ${pid} on ${JSON.stringify(owner.host)}` : `process ${pid}`;
    if (isElsewhere || isAlive(owner, file)) return { path: shownPath(folder, path), holder };
    removeQuietly(disk, file);
  }
  return undefined;
}

function readOwner(disk: Disk, file: string, pid: number): Owner {
  const text = (value: unknown) => (typeof value === "string" ? value.slice(0, 100) : undefined);
  try {
    const { host, started } = JSON.parse(Buffer.from(disk.read(file)).toString("utf8")) as Record<string, unknown>;
    return { pid, host: text(host), started: text(started) };
  } catch {
    return { pid };
  }
}

function isAlive({ pid, started }: Owner, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return false;
  }
  const start = startOf(pid);
  return started === undefined || start === undefined || started === start;
}

/**
 * Returns the start time of a process, if the system reports it: another process that reuses its pid has another start time.
 */
function startOf(pid: number): string | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
  } catch {
    return undefined;
  }
}

function release(disk: Disk, file: string, created: string | undefined): void {
  held.delete(file);
  removeQuietly(disk, file);
  try {
    const state = dirname(file);
    if (!disk.removeFolder(state) || created === undefined) return;
    for (let path = dirname(state); path.length >= created.length && disk.removeFolder(path); path = dirname(path));
  } catch {
    // Files that can't be removed stay, and do no harm.
  }
}

function removeQuietly(disk: Disk, file: string): void {
  try {
    disk.remove(file);
  } catch {
    // Already gone, or for the next run to remove.
  }
}
