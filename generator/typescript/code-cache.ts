import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import module, { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";

let folder: string | undefined;

/**
 * Has TypeScript's compiled code kept in a folder between runs, where Node doesn't do it by itself: Node 22.8 and later do. Nothing
 * depends on it.
 */
export function keepCompiledCode(cacheFolder: string): void {
  if (!("enableCompileCache" in module)) folder = cacheFolder;
}

/** Loads a CommonJS module with the compiled code that an earlier run has kept, if it is asked to and that is there. */
export function preload(filename: string): void {
  const require = createRequire(filename);
  if (folder === undefined || require.cache[filename]) return;
  const file = path.join(folder, `${path.basename(filename)}-${versionOf(filename)}.code`);
  const cachedData = readCode(file);
  const source = module.wrap(readFileSync(filename, "utf8"));
  const script = new vm.Script(source, { filename, ...(cachedData && { cachedData }) });
  const loaded = new module.Module(filename);
  loaded.filename = filename;
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run.call(loaded.exports, loaded.exports, require, loaded, filename, path.dirname(filename));
  loaded.loaded = true;
  require.cache[filename] = loaded;
  // At the end more of it has been compiled.
  if (!cachedData || script.cachedDataRejected) process.once("exit", () => writeCode(file, script.createCachedData()));
}

/** What the code was compiled from, and by what. */
function versionOf(filename: string): string {
  const { size, mtimeMs } = statSync(filename);
  const version = [filename, size, mtimeMs, process.version, process.arch];
  return createHash("sha256").update(JSON.stringify(version)).digest("hex").slice(0, 16);
}

/** V8 doesn't verify cached data, so a hash precedes it. */
function readCode(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(32);
    return hashOf(code).equals(bytes.subarray(0, 32)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCode(file: string, code: Buffer): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const name of readdirSync(path.dirname(file))) if (name.endsWith(".code")) rmSync(path.join(path.dirname(file), name));
    writeFileSync(draft, Buffer.concat([hashOf(code), code]), { flag: "wx" });
    renameSync(draft, file);
  } catch {
    // It only saves time.
    rmSync(draft, { force: true });
  }
}

function hashOf(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
