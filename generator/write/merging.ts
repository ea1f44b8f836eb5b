import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The entries that git has in its folder while it combines commits. `REBASE_HEAD` may stay after a rebase with conflicts. */
const marks = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];

/** Returns whether the repository around a folder is in the middle of a merge, a rebase or the like. Doesn't run git. */
export function isMerging(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const git = gitFolder(path.join(at, ".git"));
    if (git !== undefined) return marks.some((mark) => existsSync(path.join(git, mark)));
    if (path.dirname(at) === at) return false;
  }
}

/** The folder of git: `.git` itself, or the one to which the file of this name points in a linked worktree. */
function gitFolder(entry: string): string | undefined {
  try {
    if (statSync(entry).isDirectory()) return entry;
    const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(entry, "utf8")) ?? [];
    return target === undefined ? undefined : path.resolve(path.dirname(entry), target);
  } catch {
    return undefined;
  }
}
