const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOSPC: "no space left on the device",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
};

/** Returns the reason for a file system error. Rethrows any other error as a bug. */
export function ioReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
  return `${reasons[code] ?? "the operation failed"} (${code})`;
}
