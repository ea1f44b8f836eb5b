import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import { loadContract } from "../../../document/load-contract.js";
import { createVersion } from "../contract/contract-version.js";
import { contractsIn } from "./find-contract.js";
import { loadFromGit } from "./load-from-git.js";
import type { LoadedVersion, LoadVersionOptions } from "./loaded-version.js";
import type { VersionName } from "./version-name.js";

/** Reads a version of a contract from a file, a folder or a commit. */
export function loadVersion(name: VersionName, options: LoadVersionOptions): LoadedVersion {
  if (name.kind === "git") return loadFromGit(name, options);
  const found = findContract(name.path, options.workingFolder);
  if (found === undefined) {
    const diagnostics: Diagnostic[] = [];
    report(diagnostics, "contract-not-found", { folder: name.path, tried: contractsIn("").join(", ") });
    return { version: undefined, path: name.path, diagnostics };
  }
  const { contract, diagnostics } = loadContract(found, options);
  return { version: contract && createVersion(name.path, contract), path: found, diagnostics };
}

/** The path itself, or where it is a folder the contract in it. */
function findContract(named: string, workingFolder: string): string | undefined {
  const stats = statSync(path.resolve(workingFolder, named), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return named;
  return contractsIn(named).find((candidate) => existsSync(path.resolve(workingFolder, candidate)));
}
