import type { UntypedObjects } from "../../../document/implied-objects.js";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { Diagnostic, Location } from "../../../diagnostics/diagnostic.js";
import { quote } from "../../../diagnostics/escape.js";
import { report } from "../diagnostics.js";
import { isInside, type RootOptions } from "../../../document/contract-root.js";
import { type Integers, loadContract, type LoadResult } from "../../../document/load-contract.js";
import { type ContractVersion, createVersion } from "../contract/contract-version.js";
import { runGit } from "../../../write/git.js";
import { type ExportedFolder, exportFolder, listTree } from "./git.js";

/** A version of a contract, as the user specified it. */
export type VersionName =
  | { readonly kind: "file"; readonly path: string }
  /** Without a path: that of the other version, or the default. */
  | { readonly kind: "git"; readonly ref: string; readonly path: string | undefined };

/** Parses `git:<ref>`, `git:<ref>:<path>` or a path. Refs such as `HEAD@{2026-01-01 12:00}` have colons in braces. */
export function parseVersionName(text: string): VersionName {
  const match = /^git:((?:[^:{]|\{[^}]*\})*)(?::(.*))?$/s.exec(text);
  return match ? { kind: "git", ref: match[1]!, path: match[2] } : { kind: "file", path: text };
}

export interface LoadVersionOptions extends RootOptions {
  readonly workingFolder: string;
  readonly extensionPrefix?: string;
  readonly integers?: Integers;
  readonly untypedObjects?: UntypedObjects;
  /** Applied to the version: of a commit as it has them, without those that it doesn't have. */
  readonly overlays?: readonly string[];
}

/** A version, or the problems that prevent loading it; `path` is its contract's path as the user would write it. */
export interface LoadedVersion {
  readonly version: ContractVersion | undefined;
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The contract as it was read; absent if there is no such file or commit. */
  readonly read?: LoadResult;
  /** The day of the commit: `2027-01-31`. */
  readonly day?: string;
}

/** Loads a version of a contract from a file, a folder or a commit. */
export function loadVersion(name: VersionName, options: LoadVersionOptions): LoadedVersion {
  if (name.kind === "git") return loadFromGit(name, options);
  const found = contractInFolder(name.path, options.workingFolder);
  if (found === undefined) {
    const diagnostics: Diagnostic[] = [];
    report(diagnostics, "contract-not-found", { folder: name.path, tried: contractsIn("").join(", ") });
    return { version: undefined, path: name.path, diagnostics };
  }
  const loaded = loadContract(found, { ...options, ...rootsFor(found, options) });
  const { contract, diagnostics } = { ...loaded, diagnostics: withoutExtends(loaded.diagnostics) };
  const version = contract && createVersion(name.path, contract);
  const reported = version ? diagnostics : withCommitHint(diagnostics, found, options.workingFolder);
  return { version, path: found, diagnostics: reported, read: loaded };
}

/** Leaves out the check of an overlay's `extends`: it names one of the versions, and the overlay applies to both. */
function withoutExtends(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== "overlay-extends");
}

/** If there is no such file but a commit of that name, suggests the commit. */
function withCommitHint(diagnostics: readonly Diagnostic[], named: string, workingFolder: string): readonly Diagnostic[] {
  if (existsSync(path.resolve(workingFolder, named)) || resolveCommit(workingFolder, named) === undefined) return diagnostics;
  return diagnostics.map((diagnostic) => ({ ...diagnostic, hint: `Did you mean ${quote(`git:${named}`)}?` }));
}

/** Returns the root for one of the two versions: the setting applies to the version inside that root. */
function rootsFor(contract: string, { root, configFolder, workingFolder }: LoadVersionOptions): RootOptions {
  const isRight = root !== undefined && isInside(path.resolve(workingFolder, root), path.resolve(workingFolder, contract));
  return { root: isRight ? root : undefined, configFolder };
}

/** Returns the path in the working tree, relative to the working folder, that corresponds to `<path>` of `git:<ref>:<path>`. */
export function pathHere(named: string, workingFolder: string): string {
  if (named === "." || named.startsWith("./") || named.startsWith("../")) return path.posix.normalize(named);
  const { ok, output } = runGit(workingFolder, ["rev-parse", "--show-cdup"]);
  return path.posix.join(ok ? output.toString("utf8").trimEnd() : "", named) || ".";
}

/** Returns the path itself, or the contract in it if it is a folder. */
function contractInFolder(named: string, workingFolder: string): string | undefined {
  const stats = statSync(path.resolve(workingFolder, named), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return named;
  return contractsIn(named).find((candidate) => existsSync(path.resolve(workingFolder, candidate)));
}

/** The usual names of a contract, the most likely first. */
const usual = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** Returns the paths to try for a folder: the usual names in it and in its `spec` folder. */
function contractsIn(folder: string): string[] {
  return ["", "spec"].flatMap((below) => usual.map((name) => path.posix.join(folder, below, name)));
}

type GitName = VersionName & { kind: "git" };

/** Loads a version from a commit of the repository that contains the working folder, which is left untouched. */
function loadFromGit(name: GitName, options: LoadVersionOptions): LoadedVersion {
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
  const contract = contractInCommit(folder, commit, wanted);
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
    const displayPath = (file: string) => `git:${name.ref}:${file}`;
    const root = rootInCommit(contract, exported.root, options);
    const onFile = (file: string) => exported.add(file);
    const overlays = overlaysInCommit(exported, options);
    const given = { ...options, root, overlays, configFolder: undefined, workingFolder: exported.root, onFile };
    const loaded = loadContract(contract, given);
    const version = loaded.contract && createVersion(displayPath(contract), loaded.contract, displayPath);
    const found = withPaths(withoutExtends(loaded.diagnostics), displayPath);
    return { version, path: contract, diagnostics: found, read: loaded, day: dayOf(folder, commit) };
  } finally {
    exported.remove();
  }
}

/** Returns the commit of a branch, a tag or any other revision; a ref is never passed to git as an option. */
function resolveCommit(folder: string, ref: string): string | undefined {
  if (ref === "" || ref.startsWith("-") || /[\0-\x1f]/.test(ref)) return undefined;
  const { ok, output } = runGit(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return ok ? output.toString("utf8").trim() : undefined;
}

/** Returns the day on which a commit was made, where it was made. */
function dayOf(folder: string, commit: string): string {
  return runGit(folder, ["show", "--no-patch", "--format=%cs", commit]).output.toString("utf8").trim();
}

/** Resolves a path as git does: from the root of the repository, or with `./` or without a path from the working folder. */
function pathInRepository(named: string | undefined, prefix: string): string {
  const isRelative = named === undefined || named === "." || named.startsWith("./") || named.startsWith("../");
  const joined = path.posix.join(isRelative ? prefix : "", named ?? "");
  return joined.replace(/^\.?\/|^\.$|\/$/g, "");
}

/** The overlays of the repository as the commit has them, and those from elsewhere as they are. */
function overlaysInCommit(exported: ExportedFolder, { overlays = [], workingFolder }: LoadVersionOptions): string[] {
  const repository = repositoryOf(workingFolder);
  return overlays.flatMap((overlay) => {
    const file = path.resolve(workingFolder, overlay);
    if (!isInside(repository, file)) return [file];
    const inCommit = path.join(exported.root, path.relative(repository, file));
    exported.add(inCommit);
    return existsSync(inCommit) ? [inCommit] : [];
  });
}

function repositoryOf(workingFolder: string): string {
  const { output } = runGit(workingFolder, ["rev-parse", "--show-cdup"]);
  return path.resolve(workingFolder, output.toString("utf8").trimEnd());
}

/** Returns the root of an exported version: the folder from the settings, or the whole repository. */
function rootInCommit(contract: string, exported: string, { root, configFolder, workingFolder }: LoadVersionOptions): string {
  const repository = repositoryOf(workingFolder);
  for (const named of [root, configFolder]) {
    if (named === undefined) continue;
    const folder = path.join(exported, path.relative(repository, path.resolve(workingFolder, named)));
    if (isInside(exported, folder) && isInside(folder, path.join(exported, contract))) return folder;
  }
  return exported;
}

/** Returns the path itself if it is a file, or the contract in it. */
function contractInCommit(folder: string, commit: string, wanted: string): string | undefined {
  const isThere = (file: string) => listTree(folder, commit, file, false).some(({ kind }) => kind !== "folder");
  if (wanted !== "" && isThere(wanted)) return wanted;
  return contractsIn(wanted).find(isThere);
}

/** Returns the diagnostics with their files renamed by `displayPath`. */
function withPaths(diagnostics: readonly Diagnostic[], displayPath: (path: string) => string): Diagnostic[] {
  const move = (location: Location): Location => ({ ...location, path: displayPath(location.path) });
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(diagnostic.location && { location: move(diagnostic.location) }),
    related: diagnostic.related.map((entry) => ({ ...entry, location: move(entry.location) })),
  }));
}
