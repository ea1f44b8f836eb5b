import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { suggest } from "../diagnostics/suggest.js";

/** Returns the existing file below a folder whose path differs least from a missing one: a typo in each name at most. */
export function nearestFile(missing: string, root: string): string | undefined {
  const relative = path.relative(root, missing);
  if (relative === "" || relative.startsWith("..") || path.isAbsolute(relative)) return undefined;
  let current = root;
  for (const name of relative.split(path.sep)) {
    const next = path.join(current, name);
    const near = existsSync(next) ? name : suggest(name, namesIn(current));
    if (near === undefined) return undefined;
    current = path.join(current, near);
    // A link could lead out of the root, whose names nobody may see.
    if (lstatSync(current).isSymbolicLink()) return undefined;
  }
  return statSync(current, { throwIfNoEntry: false })?.isFile() ? current : undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort();
  } catch {
    return [];
  }
}
