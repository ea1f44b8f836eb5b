import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import module, { createRequire, isBuiltin } from "node:module";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { readKept, writeKept } from "./kept-file.js";
import { buildHash } from "./package.js";

const require = createRequire(import.meta.url);

const buildName = (buildHash() ?? "").slice(0, 16);

/** The folder of the compiled code. V8 verifies little of it: `readKept` does. */
let folder: string | undefined;

/** Modules that were compiled without cached code, by the file that caches it, with the tag of V8's flags at that time. */
const compiled = new Map<string, { readonly script: vm.Script; readonly tag: number }>();

/** Makes `loadModule` use the compiled code that earlier runs stored in a folder. Nothing depends on it. */
export function useCompiledCode(cacheFolder: string): void {
  folder = cacheFolder;
}

/**
 * Stores the compiled code of all modules that this run has loaded. At the end of a run, more functions have been
 * compiled.
 */
export function keepCompiledCode(): void {
  if (folder === undefined || compiled.size === 0) return;
  removeOtherBuilds(folder);
  for (const [file, { script, tag }] of compiled) {
    if (tag === v8.cachedDataVersionTag()) writeKept(path.join(folder, file), script.createCachedData());
  }
}

/**
 * Loads a CommonJS module and its dependencies like `require`, with cached compiled code. V8 compiles a function when
 * it is first called; Node's own cache (`module.enableCompileCache`) is written earlier and contains hardly any
 * functions.
 */
export function loadModule(filename: string): unknown {
  const known = require.cache[filename];
  if (known) return known.exports;
  if (folder === undefined || !/\.c?js$/.test(filename)) return require(filename);
  const loaded = new module.Module(filename);
  loaded.filename = filename;
  require.cache[filename] = loaded;
  try {
    const run = compile(filename, folder);
    const requireHere = (id: string) => (isBuiltin(id) ? loadBuiltin(id) : loadModule(resolve(id, filename)));
    run.call(loaded.exports, loaded.exports, requireHere, loaded, filename, path.dirname(filename));
  } catch (error) {
    delete require.cache[filename];
    throw error;
  }
  loaded.loaded = true;
  return loaded.exports;
}

/** A built-in module, or one that is loaded when it is first used: commander imports it for programs that start others. */
function loadBuiltin(id: string): unknown {
  if (id !== "node:child_process") return require(id);
  return new Proxy({}, { get: (_, name) => Reflect.get(require(id) as object, name) as unknown });
}

/** Resolves a specifier; only names of packages and incomplete paths need Node's resolution. */
function resolve(id: string, from: string): string {
  return /^\.{1,2}\/.*\.c?js$/.test(id) ? path.join(path.dirname(from), id) : createRequire(from).resolve(id);
}

function compile(filename: string, codeFolder: string): (...args: readonly unknown[]) => void {
  const tag = v8.cachedDataVersionTag();
  const file = keptAs(filename, tag);
  const cachedData = readKept(path.join(codeFolder, file));
  const script = new vm.Script(module.wrap(readFileSync(filename, "utf8")), {
    filename,
    ...(cachedData && { cachedData }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!cachedData || script.cachedDataRejected) compiled.set(file, { script, tag });
  return script.runInThisContext() as (...args: readonly unknown[]) => void;
}

/** Returns the name of the file that caches a module's code: it identifies the source and the engine. */
function keptAs(filename: string, tag: number): string {
  const { size, mtimeMs } = statSync(filename);
  const version = JSON.stringify([filename, size, mtimeMs, process.version, tag]);
  return `${buildName}-${path.basename(filename)}-${createHash("sha256").update(version).digest("hex").slice(0, 16)}.code`;
}

/** Removes the code of other builds. Other versions of Node and other flags of V8 have their own. */
function removeOtherBuilds(codeFolder: string): void {
  try {
    for (const name of readdirSync(codeFolder))
      if (name.endsWith(".code") && !name.startsWith(`${buildName}-`)) rmSync(path.join(codeFolder, name));
  } catch {
    // They only take space.
  }
}
