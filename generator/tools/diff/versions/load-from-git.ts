import path from "node:path";
import type { Diagnostic, Location } from "../../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import { loadContract } from "../../../document/load-contract.js";
import { createVersion } from "../contract/contract-version.js";
import { exportFolder } from "./export-commit.js";
import { contractsIn } from "./find-contract.js";
import { runGit } from "./git.js";
import { listTree } from "./git-tree.js";
import type { LoadedVersion, LoadVersionOptions } from "./loaded-version.js";
import type { VersionName } from "./version-name.js";

type GitName = VersionName & { kind: "git" };

/** Reads a version from a commit of the repository around the working folder. Nothing in that folder changes. */
export function loadFromGit(name: GitName, options: LoadVersionOptions): LoadedVersion {
  const diagnostics: Diagnostic[] = [];
  const missing = (): LoadedVersion => ({ version: undefined, path: name.path ?? "", diagnostics });
  const folder = options.workingFolder;

  const prefix = runGit(folder, ["rev-parse", "--show-prefix"]);
  if (!prefix.ok) {
    report(diagnostics, "git-unavailable", { reason: prefix.reason });
    return missing();
  }
  const commit = resolveCommit(folder, name.ref);
  if (commit === undefined) {
    report(diagnostics, "git-ref-unknown", { ref: name.ref });
    return missing();
  }
  const wanted = pathInRepository(name.path, prefix.output.toString("utf8").trimEnd());
  const contract = findContract(folder, commit, wanted);
  if (contract === undefined) {
    report(diagnostics, "git-path-unknown", { ref: name.ref, path: wanted || "." });
    return missing();
  }
  const exported = exportFolder(folder, commit, path.posix.dirname(contract).replace(/^\.$/, ""), contract);
  if (typeof exported === "string") {
    report(diagnostics, "git-export", { ref: name.ref, reason: exported });
    return missing();
  }
  try {
    const shown = (file: string) => `git:${name.ref}:${file}`;
    const loaded = loadContract(contract, { ...options, workingFolder: exported.root });
    const version = loaded.contract && createVersion(shown(contract), loaded.contract, shown);
    return { version, path: contract, diagnostics: withPaths(loaded.diagnostics, shown) };
  } finally {
    exported.remove();
  }
}

/** The commit behind a branch, a tag or whatever git takes for one; never an option of git's. */
function resolveCommit(folder: string, ref: string): string | undefined {
  if (ref === "" || ref.startsWith("-") || /[\0-\x1f]/.test(ref)) return undefined;
  const { ok, output } = runGit(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return ok ? output.toString("utf8").trim() : undefined;
}

/** As git reads it: from the root of the repository, or with `./` from the working folder, as when nothing is given. */
function pathInRepository(named: string | undefined, prefix: string): string {
  const isRelative = named === undefined || named === "." || named.startsWith("./") || named.startsWith("../");
  const joined = path.posix.join(isRelative ? prefix : "", named ?? "");
  return joined.replace(/^\.?\/|^\.$|\/$/g, "");
}

/** The path itself where it is a file, or the contract in it. */
function findContract(folder: string, commit: string, wanted: string): string | undefined {
  const isThere = (file: string) => listTree(folder, commit, file, false).some(({ kind }) => kind !== "folder");
  if (wanted !== "" && isThere(wanted)) return wanted;
  return contractsIn(wanted).find(isThere);
}

/** The same problems with their files named as `shown` says. */
function withPaths(diagnostics: readonly Diagnostic[], shown: (path: string) => string): Diagnostic[] {
  const move = (location: Location): Location => ({ ...location, path: shown(location.path) });
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(diagnostic.location && { location: move(diagnostic.location) }),
    related: diagnostic.related.map((place) => ({ ...place, location: move(place.location) })),
  }));
}
