import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { run } from "../package/run.js";
import { repositoryPath } from "../support/repository.js";

/** Installs a package from the registry, once for all runs, and returns its folder. The reason where it can't be had. */
export function install(name: string, version: string): { readonly folder: string } | { readonly reason: string } {
  const prefix = repositoryPath(`node_modules/.cache/clients/${name}-${version}`);
  const folder = path.join(prefix, "node_modules", name);
  try {
    if (!existsSync(path.join(folder, "package.json"))) {
      mkdirSync(prefix, { recursive: true });
      run(prefix, "npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", prefix, `${name}@${version}`]);
    }
  } catch (error) {
    return { reason: `${name}@${version} can't be installed: ${(error as Error).message.split("\n")[0]}` };
  }
  return { folder };
}

/** Installs a package from the registry, and returns what it exports. */
export function load<Module>(name: string, version: string): { readonly module: Module } | { readonly reason: string } {
  const installed = install(name, version);
  if ("reason" in installed) return installed;
  return { module: createRequire(path.join(installed.folder, "package.json"))(name) as Module };
}
