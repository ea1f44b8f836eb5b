import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { createJiti as CreateJiti } from "jiti";
import type { Config } from "../../config.js";
import { quote } from "../../diagnostics/escape.js";
import { type Diagnostic, hasErrors, type Location } from "../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { Report } from "../../diagnostics/report.js";
import { createSourceReader, displayPath } from "../../document/read-source.js";
import { Locations } from "../../document/locations.js";
import { createMemo } from "../../memo.js";
import { readMemo, writeMemo } from "../memo-file.js";
import { isCode } from "./find-config.js";
import { checkConfig, type Locate } from "./check-config.js";
import { type ConfigSettings, type LoadedConfig, mergeConfigs, settingsOf } from "./settings.js";

/** Files of configs that were loaded in this process; they are read again the next time. */
const loadedFiles = new Set<string>();

/**
 * Reads a config and those it extends. The settings are absent if there is an error. `files` are all files that were
 * read, even for a config with errors.
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
    // Later ones override earlier ones, and the config itself overrides all.
    for (const specifier of [config.extends ?? []].flat().toReversed()) {
      const base = await loadBase(specifier, at, read, [...above, at]);
      if (base) settings = mergeConfigs(base, settings);
    }
    return settings;
  };

  const loadBase = async (specifier: string, from: string, { value, locate }: ReadConfig, above: readonly string[]) => {
    const rejectBase = (reason: string) => {
      report(diagnostics, "config-extends", { specifier, reason }, locate(value as object, "extends", "value"));
      return undefined;
    };
    const base = resolveBase(specifier, from);
    if (base === undefined) return rejectBase("there is no such file or package");
    if (above.includes(base)) return rejectBase("it extends this config in turn");
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

/** The content of a config file, and every file that was read for it. */
interface ReadConfig {
  readonly value: unknown;
  readonly locate: Locate;
  readonly files: readonly string[];
}

interface ConfigOptions extends ModuleOptions {
  /** Paths are shown relative to it. */
  readonly workingFolder: string;
}

/** Reads a config: YAML and JSON with locations, anything else as code. Absent if it can't be read. */
async function readConfig(file: string, options: ConfigOptions, problems: Report): Promise<ReadConfig | undefined> {
  const shown = displayPath(file, options.workingFolder);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    report(problems, "config-unreadable", { path: shown, reason: "there is no such file" });
    return undefined;
  }
  return isCode(file) ? await readCode(file, options, problems) : readData(file, options, problems);
}

function readData(file: string, { workingFolder }: ConfigOptions, problems: Report): ReadConfig | undefined {
  const locations = new Locations();
  const shown = displayPath(file, workingFolder);
  const parsed = createSourceReader(path.dirname(file), workingFolder, locations, problems).read(file, shown);
  if (!parsed || parsed.value === undefined) return undefined;
  const locate: Locate = (holder, key, side) => locations[side](holder, key) ?? start(shown);
  // An empty file is a config without settings.
  return { value: parsed.value ?? {}, locate, files: [file] };
}

async function readCode(file: string, options: ConfigOptions, problems: Report): Promise<ReadConfig | undefined> {
  const shown = displayPath(file, options.workingFolder);
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

interface ModuleOptions {
  /** Modules that the config may import without installing them, by name. */
  readonly modules: Readonly<Record<string, unknown>>;
  /** The folder of the JavaScript that is kept between runs; absent: none is kept. */
  readonly cacheFolder?: string | undefined;
}

/**
 * Runs a config that is code. Returns its default export, and every file that was loaded for it. Rethrows errors of the
 * code. TypeScript is not checked; only its types are removed.
 */
async function loadModule(file: string, options: ModuleOptions): Promise<{ value: unknown; files: string[] }> {
  const require = createRequire(import.meta.url);
  // By `require`: to import CommonJS, Node first searches its text for exports, which takes longer than running it.
  const { createJiti } = require("jiti") as { createJiti: typeof CreateJiti };
  const kept = options.cacheFolder && path.join(options.cacheFolder, `${hashOf(file)}.config`);
  const memo = kept === undefined ? createMemo() : readMemo(kept);
  // Instead of jiti's own cache, which fails on a full disk and runs damaged code.
  const { transform } = createJiti(file, { fsCache: false });
  const jiti = createJiti(path.join(path.dirname(file), "/"), {
    fsCache: false,
    virtualModules: { ...options.modules },
    transform: (source) => ({
      code: memo.recall(
        "config",
        () => JSON.stringify(source),
        () => transform(source),
      ),
    }),
  });
  for (const loaded of loadedFiles) delete jiti.cache[loaded];
  const before = new Set(Object.keys(jiti.cache));
  const jitiFolder = path.dirname(require.resolve("jiti/package.json"));
  try {
    const value = await jiti.import(file, { default: true });
    if (kept !== undefined) writeMemo(kept, memo);
    return { value, files: newFiles() };
  } finally {
    for (const loaded of newFiles()) loadedFiles.add(loaded);
  }

  function newFiles(): string[] {
    return Object.keys(jiti.cache).filter((loaded) => !before.has(loaded) && !loaded.startsWith(`${jitiFolder}${path.sep}`));
  }
}

/** Returns the default export of a module: JavaScript, or TypeScript without its types. Rethrows errors of its code. */
export async function importModule(file: string): Promise<unknown> {
  return (await loadModule(file, { modules: {} })).value;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
