import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version } from "../version.js";

/** What makes two runs of `generate` the same run. */
export interface RunKey {
  readonly contractPath: string;
  readonly out: string;
  readonly extensionPrefix: string;
}

interface Run {
  readonly version: string;
  readonly key: RunKey;
  readonly warnings: number;
  /** Hash of each source file, by absolute path. */
  readonly sources: Readonly<Record<string, string>>;
  /** Hash of each output file, by path below the output folder. */
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Finds out, without loading anything heavy, that the last successful run had the same sources, the same version and
 * left the same output. Any doubt, such as an unreadable memory, counts as changed.
 */
export function findUnchangedRun(key: RunKey): { warnings: number; files: number } | undefined {
  const file = memoryFile(key);
  if (!file) return undefined;
  try {
    const run = JSON.parse(readFileSync(file, "utf8")) as Run;
    if (run.version !== version || JSON.stringify(run.key) !== JSON.stringify(key)) return undefined;
    const out = path.resolve(key.out);
    const outputs = Object.entries(run.outputs);
    const isSame =
      Object.entries(run.sources).every(([source, hash]) => hashFile(source) === hash) &&
      outputs.every(([output, hash]) => hashFile(path.join(out, output)) === hash);
    return isSame ? { warnings: run.warnings, files: outputs.length } : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a successful run. Failing to is no failure: the next run just does its work. */
export function rememberRun(
  key: RunKey,
  sources: readonly { readonly absolutePath: string }[],
  outputs: readonly { readonly path: string; readonly text: string }[],
  warnings: number,
): void {
  const file = memoryFile(key);
  if (!file) return;
  try {
    const out = path.resolve(key.out);
    const run: Run = {
      version,
      key,
      warnings,
      sources: Object.fromEntries(sources.map(({ absolutePath }) => [absolutePath, hashFile(absolutePath)])),
      outputs: Object.fromEntries([
        ...outputs.map((output) => [output.path, hash(Buffer.from(output.text))]),
        ["manifest.json", hashFile(path.join(out, "manifest.json"))],
      ]),
    };
    mkdirSync(path.dirname(file), { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(run));
    renameSync(temporary, file);
  } catch {
    // The memory only saves time.
  }
}

/** In the nearest `node_modules/.cache`; without a `node_modules` nothing is remembered. */
function memoryFile(key: RunKey): string | undefined {
  const name = hash(Buffer.from(JSON.stringify([process.cwd(), key]))).slice(0, 16);
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    const modules = path.join(folder, "node_modules");
    if (existsSync(modules)) return path.join(modules, ".cache", "openapi-actions", `${name}.json`);
    if (path.dirname(folder) === folder) return undefined;
  }
}

function hashFile(file: string): string {
  return hash(readFileSync(file));
}

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
