import { spawnSync } from "node:child_process";

/** What git answered. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly output: Buffer;
  /** Why not, in git's words or the system's. */
  readonly reason: string;
}

/** Bytes that one answer may have. */
const mostBytes = 512 * 1024 * 1024;

/**
 * Runs git in a folder, without a shell. It only reads: no locks are taken, nothing is asked, and a partial clone fetches
 * nothing. Paths are taken literally.
 */
export function runGit(folder: string, args: readonly string[], input = ""): GitAnswer {
  const env = {
    ...process.env,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    LC_ALL: "C",
  };
  const { status, stdout, stderr, error } = spawnSync("git", ["--no-pager", ...args], {
    cwd: folder,
    env,
    input,
    maxBuffer: mostBytes,
  });
  if (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "git is not installed" : `git cannot be run (${code ?? error.message})`;
    return { ok: false, output: Buffer.alloc(0), reason };
  }
  const [line = ""] = stderr.toString("utf8").split("\n");
  return { ok: status === 0, output: stdout, reason: line.replace(/^(?:fatal|error): /, "") || `git ended with ${status}` };
}
