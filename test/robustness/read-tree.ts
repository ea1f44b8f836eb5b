import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Text of all files of a folder, by path with slashes. */
export function readTree(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    paths.sort().map((file) => [path.relative(folder, file).replaceAll(path.sep, "/"), readFileSync(file, "latin1")]),
  );
}
