import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { run } from "../package/run.js";
import { repositoryPath } from "../support/repository.js";

/** Installs a package from the registry, once for all runs, and returns what it exports. The reason where it can't be had. */
export function load<Module>(name: string, version: string): { readonly module: Module } | { readonly reason: string } {
  const folder = repositoryPath(`node_modules/.cache/clients/${name}-${version}`);
  const installed = path.join(folder, "node_modules", name, "package.json");
  try {
    if (!existsSync(installed)) {
      mkdirSync(folder, { recursive: true });
      run(folder, "npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, `${name}@${version}`]);
    }
  } catch (error) {
    return { reason: `${name}@${version} can't be installed: ${(error as Error).message.split("\n")[0]}` };
  }
  return { module: createRequire(installed)(name) as Module };
}
