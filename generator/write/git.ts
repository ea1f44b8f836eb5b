import { spawnSync } from "node:child_process";
import { type Manifest, parseManifest } from "./manifest.js";
import { MANIFEST, type OutputFolder } from "./output-folder.js";

/** The output of git. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly output: Buffer;
  /** Why not, in git's words or the system's. */
  readonly reason: string;
}

/** The maximum number of bytes of an output. */
const maxOutputBytes = 512 * 1024 * 1024;

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

/** The objects that `cat-file --batch` printed, in the order asked for; absent: git doesn't have it. */
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

/** Where git may have a manifest during a merge: the index, with both sides of a conflict, and the commits that are merged. */
const versions = [":0:", ":2:", ":3:", "HEAD:", "MERGE_HEAD:"];

/** The manifests of a folder that git knows. None without git, outside of a repository, and where it fails. */
export function manifestsInGit({ root }: OutputFolder): Manifest[] {
  const { ok, output } = runGit(root, ["cat-file", "--batch"], versions.map((version) => `${version}./${MANIFEST}\n`).join(""));
  if (!ok) return [];
  return parseObjects(output).flatMap((text) => {
    const manifest = text && parseManifest(text.toString("utf8"), MANIFEST);
    return manifest && "files" in manifest ? [manifest] : [];
  });
}
