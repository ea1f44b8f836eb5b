import path from "node:path";

/** Where a folder has its contract, the likeliest first. */
const usual = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** Paths to try for what a user named: itself where it is a file, else the usual names in the folder and in its `spec`. */
export function contractsIn(folder: string): string[] {
  return ["", "spec"].flatMap((below) => usual.map((name) => path.posix.join(folder, below, name)));
}
