import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { repositoryPath } from "../../support/repository.js";
import { run } from "../run.js";

/** The path of a binary, or the reason why it can't be had. */
export type Installed = { readonly binary: string } | { readonly reason: string };

/** Installs the newest release of a major version of Node from the registry. */
export function installNode(major: string): Installed {
  const platform = process.platform === "win32" ? "win" : process.platform;
  return installBinary(`node-${platform}-${process.arch}`, major, "bin/node");
}

/** Installs a package that contains nothing but a binary, once for all runs and without its scripts. */
export function installBinary(name: string, version: string, file: string): Installed {
  const folder = repositoryPath(path.join("node_modules/.cache/binaries", `${name}-${version}`));
  const binary = path.join(folder, "node_modules", name, file);
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    try {
      const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
      run(folder, "npm", ["install", ...options, `${name}@${version}`]);
    } catch (error) {
      return { reason: `${name}@${version} can't be installed: ${(error as Error).message.split("\n")[0]}` };
    }
  }
  return existsSync(binary) ? { binary } : { reason: `${name}@${version} has no binary` };
}
