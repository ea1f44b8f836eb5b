import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Determines how far the references of a contract may reach. Relative paths are relative to the working folder. */
export interface RootOptions {
  /** The folder that must contain all files of the contract; by default the nearer of the config's folder and the repository's. */
  readonly root?: string | undefined;
  /** The folder of the contract's config. It applies if it contains the contract. */
  readonly configFolder?: string | undefined;
}

/**
 * Returns the real path of the folder that must contain all files of a contract, or the reason why the setting is invalid.
 * Outside of repositories and configs, that is the contract's own folder.
 */
export function findRoot(
  contractFolder: string,
  { root, configFolder }: RootOptions,
  workingFolder: string,
): { readonly root: string } | { readonly problem: string } {
  const repository = repositoryAround(contractFolder);
  if (root !== undefined) {
    const real = realFolder(path.resolve(workingFolder, root));
    if (real === undefined) return { problem: "no such folder" };
    if (isFileSystemRoot(real)) return { problem: "it is the root folder of the file system" };
    if (!isInside(real, contractFolder)) return { problem: "it does not contain the contract" };
    if (repository !== undefined && !isInside(repository, real)) return { problem: "it is above the repository" };
    return { root: real };
  }
  const config = configFolder === undefined ? undefined : realFolder(path.resolve(workingFolder, configFolder));
  const around = [config, repository].filter((folder) => folder !== undefined && isInside(folder, contractFolder)) as string[];
  // Both folders contain the contract, so the longer path is the nearer one.
  const nearest = around.sort((a, b) => b.length - a.length)[0];
  return { root: nearest === undefined || isFileSystemRoot(nearest) ? contractFolder : nearest };
}

/** Returns whether a file or folder is a folder itself or inside it. Both are absolute paths. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Returns the nearest folder with `.git`, which is a folder, or a file in a worktree or submodule. */
export function repositoryAround(folder: string): string | undefined {
  for (let at = folder; !isFileSystemRoot(at); at = path.dirname(at)) if (existsSync(path.join(at, ".git"))) return at;
  return undefined;
}

function realFolder(folder: string): string | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? realpathSync(folder) : undefined;
}

function isFileSystemRoot(folder: string): boolean {
  return path.dirname(folder) === folder;
}
