import { readFileSync } from "node:fs";

const folder = new URL("../templates/", import.meta.url);

/** Reads a file that ships with the generator: `runtime/action-info.ts`. */
export function readTemplate(path: string): string {
  return readFileSync(new URL(path, folder), "utf8");
}
