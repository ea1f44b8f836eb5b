/** How a file system, a quota of it, PostgreSQL, another store and this process report that there is no room. */
const codes: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100", 507, "insufficient_storage"];

/** Whether something failed because a disk is full. */
export function isFull(error: unknown): boolean {
  const { code, status } = Object(error) as { readonly code?: unknown; readonly status?: unknown };
  return codes.includes(code) || codes.includes(status);
}
