import type { ParametersOf } from "../diagnostics/code-record.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { report, type outputCodes } from "./diagnostics.js";
import type { Disk } from "./disk.js";
import { type Obstacle, type OutputFolder, pathIn, shownAbsolute, shownPath, STATE_FOLDER } from "./output-folder.js";

type OutputCodes = typeof outputCodes;

/** Creates the diagnostic of a code, located at the path in its parameters. */
export function outputProblem<C extends keyof OutputCodes>(
  code: C,
  parameters: ParametersOf<OutputCodes[C]> & { path: string },
  hint?: string,
): Diagnostic {
  const found: Diagnostic[] = [];
  report(found, code, parameters, { path: parameters.path, line: 1, column: 1 }, { hint });
  return found[0]!;
}

/** Creates the diagnostic for a path that can't become a file. */
export function obstacleProblem(folder: OutputFolder, path: string, obstacle: Obstacle): Diagnostic {
  const at = shownPath(folder, obstacle.at);
  if (obstacle.kind === "symlink") return outputProblem("output-symlink", { path: shownPath(folder, path), link: at });
  return outputProblem(`output-${obstacle.kind}`, { path: at });
}

/** Creates the diagnostic for an output folder, or a state folder in it, that is a link or not a folder. */
export function folderProblem(disk: Disk, folder: OutputFolder): Diagnostic | undefined {
  const root = disk.kindOf(folder.root);
  if (root !== undefined && root !== "folder") return outputProblem("output-not-a-folder", { path: folder.shown });
  const state = root && disk.kindOf(pathIn(folder, STATE_FOLDER));
  const at = shownPath(folder, STATE_FOLDER);
  if (state === "symlink") return outputProblem("output-symlink", { path: at, link: at });
  if (state !== undefined && state !== "folder") return outputProblem("output-not-a-folder", { path: at });
  return undefined;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "it is in use by another program",
  EDQUOT: "the disk quota is exceeded",
  EEXIST: "something else exists at its path",
  EFBIG: "the file is too large",
  EIO: "the device reports an error",
  EISDIR: "it is a folder",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENFILE: "too many open files",
  ENOENT: "it, or a folder above it, no longer exists",
  ENOSPC: "no space left on the device",
  ENOTDIR: "a part of the path is not a folder",
  ENOTEMPTY: "the folder is not empty",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  EXDEV: "it is on another file system than the output folder",
};

/** Turns an error of the system into a diagnostic with the path. Rethrows every other error, which is a bug. */
export function ioProblem(folder: OutputFolder, error: unknown, hint?: string): Diagnostic {
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (!(error instanceof Error) || code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
  const failing = dest ?? path;
  const parameters = {
    path: failing === undefined ? folder.shown : shownAbsolute(folder, failing),
    reason: `${reasons[code] ?? "the operation failed"} (${code})`,
  };
  return outputProblem("output-io", parameters, hint);
}
