import { existsSync } from "node:fs";
import path from "node:path";

/** Returns the folder for files that only save time: the nearest `node_modules/.cache`; nothing without a `node_modules`. */
export function cacheFolder(): string | undefined {
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    const modules = path.join(folder, "node_modules");
    if (existsSync(modules)) return path.join(modules, ".cache", "openapi-actions");
    if (path.dirname(folder) === folder) return undefined;
  }
}
