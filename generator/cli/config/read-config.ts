import { statSync } from "node:fs";
import path from "node:path";
import { quote } from "../../diagnostics/escape.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { createSourceReader, shownPath } from "../../document/read-source.js";
import { Places } from "../../document/source.js";
import type { Locate } from "./check-config.js";
import { loadModule, type ModuleOptions } from "./load-module.js";

/** What a config file says, and every file that was read for it. */
export interface ReadConfig {
  readonly value: unknown;
  readonly locate: Locate;
  readonly files: readonly string[];
}

export interface ConfigOptions extends ModuleOptions {
  /** Paths are shown relative to it. */
  readonly workingFolder: string;
}

/** Reads a config: YAML and JSON with positions, anything else as code. Absent where it can't be read. */
export async function readConfig(file: string, options: ConfigOptions, problems: Report): Promise<ReadConfig | undefined> {
  const shown = shownPath(file, options.workingFolder);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    report(problems, "config-unreadable", { path: shown, reason: "there is no such file" });
    return undefined;
  }
  return /\.(?:ya?ml|json)$/i.test(file) ? readData(file, options, problems) : await readCode(file, options, problems);
}

function readData(file: string, { workingFolder }: ConfigOptions, problems: Report): ReadConfig | undefined {
  const places = new Places();
  const shown = shownPath(file, workingFolder);
  const parsed = createSourceReader(path.dirname(file), workingFolder, places, problems).read(file, shown);
  if (!parsed || parsed.value === undefined) return undefined;
  const locate: Locate = (holder, key, side) => places[side](holder, key) ?? start(shown);
  // An empty file is a config that says nothing.
  return { value: parsed.value ?? {}, locate, files: [file] };
}

async function readCode(file: string, options: ConfigOptions, problems: Report): Promise<ReadConfig | undefined> {
  const shown = shownPath(file, options.workingFolder);
  try {
    const { value, files } = await loadModule(file, options);
    return { value, locate: () => start(shown), files: [...new Set([file, ...files])] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(problems, "config-failed", { path: shown, reason: quote(reason.split("\n")[0] ?? "") }, start(shown));
    return undefined;
  }
}

function start(file: string): Location {
  return { path: file, line: 1, column: 1 };
}
