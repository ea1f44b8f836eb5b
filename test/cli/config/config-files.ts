import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { loadConfig } from "../../../generator/cli/config/load-config.js";
import type { LoadedConfig } from "../../../generator/cli/config/settings.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import * as api from "../../../generator/index.js";

export type Files = Readonly<Record<string, string>>;

/** A new folder with these files, removed after the test. */
export function folderWith(files: Files): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "config-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** Loads the first of these files as a config. */
export async function load(files: Files): Promise<Loaded> {
  const folder = folderWith(files);
  const {
    config,
    diagnostics,
    files: read,
  } = await loadConfig(path.join(folder, Object.keys(files)[0]!), {
    workingFolder: folder,
    modules: { "openapi-actions": api },
  });
  return { folder, config, problems: diagnostics.map(inWords), read: read.map((file) => path.relative(folder, file)) };
}

export interface Loaded {
  readonly folder: string;
  readonly config: LoadedConfig | undefined;
  readonly problems: readonly string[];
  readonly read: readonly string[];
}

export function inWords({ code, message, location, hint }: Diagnostic): string {
  const where = location ? `${location.path}:${location.line}:${location.column} ` : "";
  return `${where}${code}: ${message}${hint === undefined ? "" : ` (${hint})`}`;
}
