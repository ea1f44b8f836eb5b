import { spawnSync } from "node:child_process";
import { type Manifest, parseManifest } from "./manifest.js";
import { MANIFEST, type OutputFolder } from "./output-folder.js";

/** The output of git. */
export interface GitResult {
  readonly ok: boolean;
  readonly output: Buffer;
  /** The reason for a failure, from git or the system. */
  readonly reason: string;
}

/** The maximum size of git's output in bytes. */
const maxOutputBytes = 512 * 1024 * 1024;

/**
 * Runs git in a folder, without a shell. Only for reading: takes no locks, never prompts, and fetches nothing for a partial
 * clone. Paths are literal.
 */
export function runGit(folder: string, args: readonly string[], input = ""): GitResult {
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
    maxBuffer: maxOutputBytes,
  });
  if (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "git is not installed" : `git cannot be run (${code ?? error.message})`;
    return { ok: false, output: Buffer.alloc(0), reason };
  }
  const [line = ""] = stderr.toString("utf8").split("\n");
  return { ok: status === 0, output: stdout, reason: line.replace(/^(?:fatal|error): /, "") || `git ended with ${status}` };
}

/**
 * Returns the objects that `cat-file --batch` printed, in the requested order; `undefined` for an object that git doesn't have.
 */
export function parseObjects(output: Buffer): (Buffer | undefined)[] {
  const objects: (Buffer | undefined)[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString("utf8", at, end))?.[1];
    objects.push(size === undefined ? undefined : output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + (size === undefined ? 0 : Number(size) + 1);
  }
  return objects;
}

/**
 * The revisions with a manifest during and after a merge: the index, with both sides of a conflict, and the merged commits; then
 * the commit that is picked or rebased, and the other parent of a merge that was committed before `generate` ran.
 */
const versions = [":0:", ":2:", ":3:", "HEAD:", "MERGE_HEAD:", "CHERRY_PICK_HEAD:", "REBASE_HEAD:", "HEAD^2:"];

/** Returns the manifests of a folder that git has; none without git, outside of a repository, or after a failure. */
export function manifestsInGit({ root }: OutputFolder): Manifest[] {
  const { ok, output } = runGit(root, ["cat-file", "--batch"], versions.map((version) => `${version}./${MANIFEST}\n`).join(""));
  if (!ok) return [];
  return parseObjects(output).flatMap((text) => {
    const manifest = text && parseManifest(text.toString("utf8"), MANIFEST);
    return manifest && "files" in manifest ? [manifest] : [];
  });
}
