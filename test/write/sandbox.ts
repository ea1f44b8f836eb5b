import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { sha256 } from "../../generator/write/manifest.js";
import type { OutputRequest } from "../../generator/write/write-output.js";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is removed after the test. */
export function sandbox(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "openapi-actions-write-")));
  made.push(folder);
  return folder;
}

/** Writes files into a folder by hand. */
export function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A request for `files`, in the order given. */
export function request(folder: string, files: Record<string, string>, contract = "contract"): OutputRequest {
  return { folder, files: outputs(files), generator: "openapi-actions 0.1.0", contractHash: sha256(contract) };
}

export function outputs(files: Record<string, string>): OutputFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** Everything under a folder: texts of files, `<folder>` for empty folders, `-> target` for links. */
export function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (prefix: string) => {
    const names = readdirSync(join(folder, prefix)).sort();
    if (names.length === 0 && prefix !== "") found[prefix.slice(0, -1)] = "<folder>";
    for (const name of names) {
      const path = join(folder, prefix, name);
      const stats = lstatSync(path);
      if (stats.isDirectory()) walk(`${prefix}${name}/`);
      else found[prefix + name] = stats.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "utf8");
    }
  };
  walk("");
  return found;
}

/** The tree without the manifest, whose text most tests don't care for. */
export function sources(folder: string): Record<string, string> {
  const { "manifest.json": _, ...rest } = tree(folder);
  return rest;
}

export function codes(result: { diagnostics: readonly { code: string }[] }): string[] {
  return result.diagnostics.map((diagnostic) => diagnostic.code);
}
