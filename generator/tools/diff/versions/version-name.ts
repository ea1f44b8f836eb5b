/** How a user names a version of a contract. */
export type VersionName =
  | { readonly kind: "file"; readonly path: string }
  /** Without a path: the one of the other version, or the usual one. */
  | { readonly kind: "git"; readonly ref: string; readonly path: string | undefined };

/** Reads `git:<ref>`, `git:<ref>:<path>` or a path. Refs such as `HEAD@{2026-01-01 12:00}` have colons in braces. */
export function parseVersionName(text: string): VersionName {
  const match = /^git:((?:[^:{]|\{[^}]*\})*)(?::(.*))?$/s.exec(text);
  return match ? { kind: "git", ref: match[1]!, path: match[2] } : { kind: "file", path: text };
}
