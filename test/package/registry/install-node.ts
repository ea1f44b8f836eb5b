import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { repositoryPath } from "../../support/repository.js";
import { run } from "../run.js";

/** Packages that hold Node itself. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/**
 * Installs the newest release of a major version of Node from the registry, once for all runs, and returns the path of its
 * binary. The reason where it can't be had.
 */
export function installNode(major: string): { readonly binary: string } | { readonly reason: string } {
  const folder = repositoryPath(`node_modules/.cache/nodes/${major}`);
  const binary = path.join(folder, "node_modules", nodePackage, "bin/node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    try {
      run(folder, "npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, `${nodePackage}@${major}`]);
    } catch (error) {
      return { reason: `${nodePackage}@${major} can't be installed: ${(error as Error).message.split("\n")[0]}` };
    }
  }
  return existsSync(binary) ? { binary } : { reason: `${nodePackage}@${major} has no binary` };
}
