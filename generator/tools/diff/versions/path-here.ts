import path from "node:path";
import { runGit } from "./git.js";

/** Where the working tree has what `git:<ref>:<path>` has in a commit, from the working folder. */
export function pathHere(named: string, workingFolder: string): string {
  if (named === "." || named.startsWith("./") || named.startsWith("../")) return path.posix.normalize(named);
  const { ok, output } = runGit(workingFolder, ["rev-parse", "--show-cdup"]);
  return path.posix.join(ok ? output.toString("utf8").trimEnd() : "", named) || ".";
}
