import { createHash } from "node:crypto";
import { compare, type Diagnostic } from "../diagnostics/diagnostic.js";
import { bytesOf, type OutputFile } from "../typescript/output-file.js";
import { assertOutputPaths, isOutputPath } from "./output-folder.js";
import { outputProblem } from "./problems.js";

// {
//   "generator": "openapi-actions 0.1.0",
//   "contract": "sha256:2c26…",
//   "files": {
//     "actions.ts": "sha256:fcde…",
//     "validators/index.ts": "sha256:9834…"
//   }
// }

/** The files that a run wrote, by which a later run recognizes its own files and whether they were edited. */
export interface Manifest {
  /** `openapi-actions <version>`. */
  readonly generator: string;
  /** Hash of the contract. */
  readonly contract: string;
  /** Hashes of files by path. */
  readonly files: ReadonlyMap<string, string>;
}

const GENERATOR = /^openapi-actions [0-9A-Za-z.+-]{1,64}$/;

/** Creates the manifest of a run. Throws if its paths collide or its parts are malformed: a bug, not invalid input. */
export function buildManifest(files: readonly OutputFile[], generator: string, contract: string): Manifest {
  assertOutputPaths(files.map((file) => file.path));
  if (!GENERATOR.test(generator)) throw new Error(`not of the form "openapi-actions <version>": ${generator}`);
  if (!isHash(contract)) throw new Error(`not of the form "sha256:<hex>": ${contract}`);
  return { generator, contract, files: new Map(files.map((file) => [file.path, sha256(bytesOf(file))])) };
}

/** Returns the manifest's text, sorted by code unit. `JSON.stringify` would put integer-like keys first. */
export function printManifest(manifest: Manifest): string {
  const entries = [...manifest.files].sort(([a], [b]) => compare(a, b));
  const files = entries.map(([path, hash]) => `    ${JSON.stringify(path)}: ${JSON.stringify(hash)}`);
  return [
    "{",
    `  "generator": ${JSON.stringify(manifest.generator)},`,
    `  "contract": ${JSON.stringify(manifest.contract)},`,
    files.length === 0 ? `  "files": {}` : `  "files": {\n${files.join(",\n")}\n  }`,
    "}\n",
  ].join("\n");
}

/**
 * Parses a manifest, which anybody may have written. Text without the header of a manifest is a file of somebody else. A
 * damaged manifest, or one that lists a path outside of the folder, is rejected as a whole.
 */
export function parseManifest(text: string, path: string): Manifest | Diagnostic {
  const damaged = (detail: string) => outputProblem("output-manifest", { path, detail });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (!text.includes(`"generator": "openapi-actions `)) return outputProblem("output-foreign-file", { path });
    return damaged(/^(?:<<<<<<<|>>>>>>>) /m.test(text) ? "it has merge conflict markers" : "it is not valid JSON");
  }
  if (!isRecord(value) || !GENERATOR.test(String(value["generator"]))) {
    return outputProblem("output-foreign-file", { path });
  }
  const { generator, contract, files } = value;
  if (typeof generator !== "string" || !isHash(contract)) return damaged(`"contract" is not a SHA-256`);
  if (!isRecord(files)) return damaged(`"files" is not a map`);
  for (const [file, hash] of Object.entries(files)) {
    if (!isOutputPath(file)) return damaged(`it lists ${JSON.stringify(file.slice(0, 80))}, which is not a valid path of a file`);
    if (!isHash(hash)) return damaged(`the hash of ${JSON.stringify(file.slice(0, 80))} is not a SHA-256`);
  }
  return { generator, contract, files: new Map(Object.entries(files as Record<string, string>)) };
}

/**
 * Returns the hashes of both sides of a manifest with merge conflicts, by path; `undefined` for any other text. A manifest has
 * one file per line, so the lines of each side are intact.
 */
export function readConflict(text: string): ReadonlyMap<string, readonly string[]> | undefined {
  if (!/^<<<<<<< [^]*^>>>>>>> /m.test(text)) return undefined;
  const files = new Map<string, string[]>();
  for (const [, path, hash] of text.matchAll(/^ {4}("(?:[^"\\]|\\.)+"): "(sha256:[0-9a-f]{64})",?\r?$/gm)) {
    const file = parseText(path!);
    if (file === undefined || !isOutputPath(file)) return undefined;
    files.set(file, [...(files.get(file) ?? []), hash!]);
  }
  return files.size > 0 ? files : undefined;
}

function parseText(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the SHA-256 of a text (as UTF-8) or of bytes, written `sha256:<64 hex digits>`. */
export function sha256(data: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(data).digest("hex")}`;
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);
}

/**
 * Returns whether bytes are a file with one of the hashes, possibly with CRLF line ends: a checkout on Windows turns LF into
 * CRLF, and writing such a file again loses nothing.
 */
export function isUnedited(bytes: Uint8Array, hashes: readonly string[]): boolean {
  if (hashes.includes(sha256(bytes))) return true;
  if (!bytes.includes(0x0d)) return false;
  return hashes.includes(sha256(Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1")));
}
