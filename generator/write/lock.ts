import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type Disk, hasCode } from "./disk.js";
import { stateFolder } from "./journal.js";
import { type OutputFolder, shownAbsolute } from "./output-folder.js";
import { outputProblem } from "./problems.js";

/** The right to write into a folder. */
export interface Lock {
  /** Gives it back, with the folders that were made for it, as far as they are empty. Never throws. */
  release(): void;
}

/** Lock files that this process holds: another one with our pid is left from a dead process that had it before us. */
const held = new Set<string>();

const ATTEMPTS = 5;

/**
 * Locks a folder against other runs; a diagnostic if one is under way.
 *
 * Each run makes a lock file of its own, `lock-<pid>-<random>`, and then looks for others: it holds the lock if no
 * live one is there, else it takes its own back. Of two runs at least one sees the other, and removing the file of a
 * dead process can't hit that of a live one, as it could if all of them used one name.
 */
export async function acquireLock(disk: Disk, folder: OutputFolder): Promise<Lock | Diagnostic> {
  const name = `lock-${process.pid}-${randomBytes(4).toString("hex")}`;
  const file = join(stateFolder(folder), name);
  let made: string | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      const top = disk.makeFolder(stateFolder(folder));
      made ??= top;
      held.add(file);
      disk.writeNew(file, Buffer.from(JSON.stringify({ pid: process.pid, host: hostname() })));
      const holder = findHolder(disk, folder, name);
      if (!holder) return { release: () => release(disk, folder, file, made) };
      release(disk, folder, file, made);
      if (attempt === ATTEMPTS) return outputProblem("output-locked", holder);
    } catch (error) {
      release(disk, folder, file, made);
      // The run before us has just removed the folder.
      if (!hasCode(error, "ENOENT") || attempt === ATTEMPTS) throw error;
    }
    await wait(10 + Math.random() * 40);
  }
}

/** Finds a live run's lock, and removes those of dead ones. */
function findHolder(disk: Disk, folder: OutputFolder, own: string): { path: string; holder: string } | undefined {
  for (const name of disk.list(stateFolder(folder))) {
    const pid = Number(/^lock-(\d{1,10})-[0-9a-f]{8}$/.exec(name)?.[1]);
    if (name === own || Number.isNaN(pid)) continue;
    const file = join(stateFolder(folder), name);
    const host = readHost(disk, file);
    const elsewhere = host !== undefined && host !== hostname();
    const holder = elsewhere ? `process ${pid} on ${JSON.stringify(host)}` : `process ${pid}`;
    if (elsewhere || isAlive(pid, file)) return { path: shownAbsolute(folder, file), holder };
    removeQuietly(disk, file);
  }
  return undefined;
}

/** The machine that a lock was made on; absent if its process was killed before it could say so. */
function readHost(disk: Disk, file: string): string | undefined {
  try {
    const { host } = JSON.parse(Buffer.from(disk.read(file)).toString("utf8")) as { host?: unknown };
    return typeof host === "string" ? host.slice(0, 100) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

function release(disk: Disk, folder: OutputFolder, file: string, made: string | undefined): void {
  held.delete(file);
  removeQuietly(disk, file);
  try {
    if (!disk.removeFolder(stateFolder(folder)) || made === undefined) return;
    for (let path = folder.root; path.length >= made.length && disk.removeFolder(path); path = dirname(path));
  } catch {
    // What can't be removed stays, and does no harm.
  }
}

function removeQuietly(disk: Disk, file: string): void {
  try {
    disk.remove(file);
  } catch {
    // Already gone, or for the next run to remove.
  }
}
