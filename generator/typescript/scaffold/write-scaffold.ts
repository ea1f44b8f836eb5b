import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import { ioReason } from "./io-reason.js";
import type { ScaffoldChange, ScaffoldPlan } from "./plan-scaffold.js";

/** The result of a plan. Files in neither list are unchanged, for a reason in the diagnostics. */
export interface WrittenScaffold {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file for `planScaffold`. */
export function readScaffoldFile(file: string): Uint8Array | undefined {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Writes the files of a plan atomically, through a temporary file and a rename. Doesn't write through symbolic
 * links, nor over a file that changed since it was planned. Keeps the mode of files.
 */
export function writeScaffold(plan: Pick<ScaffoldPlan, "files">): WrittenScaffold {
  const created: string[] = [];
  const updated: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const change of plan.files) {
    try {
      if (writeOne(change, diagnostics)) (change.before === undefined ? created : updated).push(change.path);
    } catch (error) {
      report(diagnostics, "scaffold-io", { path: change.path, reason: ioReason(error) });
    }
  }
  return { created, updated, diagnostics };
}

function writeOne(change: ScaffoldChange, diagnostics: Diagnostic[]): boolean {
  const { path: file, before, after } = change;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!isAsPlanned(change, diagnostics)) return false;
  const mode = before === undefined ? undefined : fs.lstatSync(file).mode & 0o7777;
  if (mode !== undefined) checkWritable(file, mode);

  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const handle = fs.openSync(draft, "wx", mode ?? 0o666);
    try {
      fs.writeFileSync(handle, after);
      if (mode !== undefined) fs.fchmodSync(handle, mode);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    if (!isAsPlanned(change, diagnostics)) return false;
    if (before === undefined) return create(draft, change, diagnostics);
    fs.renameSync(draft, file);
    return true;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Throws like node:fs for a read-only file. Without this check, renaming would replace the file, and root may write
 * anything; but a read-only file is meant to stay unchanged.
 */
export function checkWritable(file: string, mode: number): void {
  fs.accessSync(file, fs.constants.W_OK);
  if ((mode & 0o222) === 0) throw Object.assign(new Error("EACCES: the file is read-only"), { code: "EACCES", path: file });
}

/** Renames the draft unless the target was created meanwhile. */
function create(draft: string, change: ScaffoldChange, diagnostics: Diagnostic[]): boolean {
  try {
    fs.linkSync(draft, change.path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return isAsPlanned(change, diagnostics);
    // For file systems without hard links.
    fs.copyFileSync(draft, change.path, fs.constants.COPYFILE_EXCL);
  }
  return true;
}

function isAsPlanned({ path: file, before }: ScaffoldChange, diagnostics: Diagnostic[]): boolean {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stats && before === undefined) return true;
  if (stats?.isSymbolicLink()) report(diagnostics, "scaffold-symlink", { path: file });
  else if (stats && !stats.isFile()) report(diagnostics, "scaffold-not-a-file", { path: file });
  else if (!stats || before === undefined || !fs.readFileSync(file).equals(Buffer.from(before))) {
    report(diagnostics, "scaffold-changed", { path: file });
  } else return true;
  return false;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
