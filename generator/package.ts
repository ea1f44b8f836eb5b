import { readFileSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };

/** The version of this package. */
export const version: string = packageJson.version;

const folder = new URL("../templates/", import.meta.url);

/** Reads a file that ships with the generator: `runtime/facts.ts`. */
export function readTemplate(path: string): string {
  return readFileSync(new URL(path, folder), "utf8");
}
