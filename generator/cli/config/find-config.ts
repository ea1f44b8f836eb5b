import { existsSync } from "node:fs";
import path from "node:path";
import { UsageError } from "../exit-codes.js";

/** The config of this run: the specified one, or the nearest. */
export function configFile(asked: string | undefined): string | undefined {
  if (asked !== undefined) return path.resolve(asked);
  const found = findConfigs(process.cwd());
  if (found.length < 2) return found[0];
  throw new UsageError(`found several configs: ${found.map((file) => path.basename(file)).join(", ")}. Remove all but one.`);
}

/** Whether a config is a program. */
export function isCode(file: string): boolean {
  return !/\.(?:ya?ml|json)$/i.test(file);
}

/** The possible file names of a config. */
export const configNames = ["ts", "js", "mjs", "json", "yaml"].map((extension) => `openapi-actions.config.${extension}`);

/**
 * The configs of the nearest folder that has one: the given folder or one above it, not beyond the root of the
 * repository. Outside a repository only the given folder is searched, because a config can be code and anybody may have put it
 * into a folder above. The caller rejects more than one.
 */
export function findConfigs(folder: string): readonly string[] {
  const nearest = configsIn(folder);
  if (nearest.length > 0) return nearest;
  let found: readonly string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    if (found.length === 0) found = configsIn(at);
    if (existsSync(path.join(at, ".git"))) return found;
    if (path.dirname(at) === at) return [];
  }
}

function configsIn(folder: string): readonly string[] {
  return configNames.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
}
