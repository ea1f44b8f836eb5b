import { readFileSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };

/** The version of this package. */
export const version: string = packageJson.version;

/** The hash of this build, which `scripts/build.mjs` writes next to it; absent when running from source. */
export function buildHash(): string | undefined {
  try {
    return readFileSync(new URL("build.txt", import.meta.url), "utf8");
  } catch {
    return undefined;
  }
}

const folder = new URL("../templates/", import.meta.url);

/** Reads a file that ships with the generator: `runtime/facts.ts`. */
export function readTemplate(path: string): string {
  return readFileSync(new URL(path, folder), "utf8");
}

/** Reads a file that `scripts/build.mjs` makes for browsers; from source, that of the last build. */
export function readBuilt(path: string): string {
  return readFileSync(new URL(`../dist/${path}`, import.meta.url), "utf8");
}
