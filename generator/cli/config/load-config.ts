import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import { checkConfig } from "./check-config.js";
import type { Config } from "../../config.js";
import { readConfig, type ConfigOptions, type ReadConfig } from "./read-config.js";
import { mergeConfigs, settingsOf, type ConfigSettings } from "./settings.js";

/** A config with all that it extends. */
export interface LoadedConfig {
  readonly settings: ConfigSettings;
  /** The folder of the config itself. */
  readonly folder: string;
}

/**
 * Reads a config and those it extends. The settings are absent where there is an error. `files` are all files that were
 * read, also those of a config with errors.
 */
export async function loadConfig(
  file: string,
  options: ConfigOptions,
): Promise<{ config: LoadedConfig | undefined; diagnostics: Diagnostic[]; files: readonly string[] }> {
  const diagnostics: Diagnostic[] = [];
  const files = new Set<string>();

  const load = async (at: string, above: readonly string[]): Promise<ConfigSettings | undefined> => {
    files.add(at);
    const read = await readConfig(at, options, diagnostics);
    if (!read) return undefined;
    for (const used of read.files) files.add(used);
    const before = diagnostics.length;
    checkConfig(read.value, read.locate, diagnostics);
    if (diagnostics.length > before) return undefined;
    const config = read.value as Config;
    let settings = settingsOf(config, path.dirname(at), read.locate);
    // The last of several wins over those before it, and the config itself over all.
    for (const specifier of [config.extends ?? []].flat().toReversed()) {
      const base = await loadBase(specifier, at, read, [...above, at]);
      if (base) settings = mergeConfigs(base, settings);
    }
    return settings;
  };

  const loadBase = async (specifier: string, from: string, { value, locate }: ReadConfig, above: readonly string[]) => {
    const refuse = (reason: string) => {
      report(diagnostics, "config-extends", { specifier, reason }, locate(value as object, "extends", "value"));
      return undefined;
    };
    const base = resolveBase(specifier, from);
    if (base === undefined) return refuse("there is no such file or package");
    if (above.includes(base)) return refuse("it extends this config in turn");
    return await load(base, above);
  };

  const real = path.resolve(options.workingFolder, file);
  const settings = await load(realPath(real) ?? real, []);
  const config = settings && !hasErrors(diagnostics) ? { settings, folder: path.dirname(realPath(real) ?? real) } : undefined;
  return { config, diagnostics, files: [...files] };
}

function resolveBase(specifier: string, from: string): string | undefined {
  if (/^\.{1,2}\/|^\//.test(specifier)) return realPath(path.resolve(path.dirname(from), specifier));
  try {
    return createRequire(from).resolve(specifier);
  } catch {
    return undefined;
  }
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
