import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type OutputFolder, shownAbsolute } from "./output-folder.js";
import { outputProblem } from "./problems.js";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "it is in use by another program",
  EDQUOT: "the disk quota is used up",
  EEXIST: "something else is in its place",
  EFBIG: "the file is too large",
  EIO: "the device reports an error",
  EISDIR: "it is a folder",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENFILE: "too many open files",
  ENOENT: "it vanished, or a folder above it did",
  ENOSPC: "no space left on the device",
  ENOTDIR: "a part of the path is not a folder",
  ENOTEMPTY: "the folder is not empty",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  EXDEV: "it is on another file system than the output folder",
};

/** Turns an error of the system into a diagnostic that names the path; throws every other error again, as a bug. */
export function ioProblem(folder: OutputFolder, error: unknown): Diagnostic {
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (!(error instanceof Error) || code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
  const place = dest ?? path;
  return outputProblem("output-io", {
    path: place === undefined ? folder.shown : shownAbsolute(folder, place),
    reason: `${reasons[code] ?? "the operation failed"} (${code})`,
  });
}
