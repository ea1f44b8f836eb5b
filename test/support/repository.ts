import { fileURLToPath } from "node:url";

/** Absolute path of a file of the repository. */
export function repositoryPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
