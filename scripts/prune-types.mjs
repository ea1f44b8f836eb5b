import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Removes the declaration files that no entry point of the package leads to: the compiler writes one for every module of
 * the program, and what a package exports needs few of them.
 * @param {string} folder
 * @param {readonly string[]} entries relative to the folder
 */
export function pruneTypes(folder, entries) {
  /** @type {Set<string>} */
  const needed = new Set();
  const visit = (/** @type {string} */ file) => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, specifier] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)) {
      visit(path.resolve(path.dirname(file), specifier.replace(/\.js$/, ".d.ts")));
    }
  };
  for (const entry of entries) visit(path.resolve(folder, entry));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.resolve(entry.parentPath, entry.name);
    if (entry.isFile() && !needed.has(file)) rmSync(file);
  }
}
