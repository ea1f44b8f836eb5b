import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Location } from "../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import type { Report } from "../diagnostics/report.js";
import type { Memo } from "../memo.js";
import type { JsonValue } from "./json-value.js";
import { quote } from "../diagnostics/escape.js";
import { nearestFile } from "./nearest-file.js";
import { isInside } from "./contract-root.js";
import { maxFileBytes, maxFiles, maxTextBytes } from "./limits.js";
import { parseJson } from "./parse-json.js";
import { parseYaml } from "./parse-yaml.js";
import type { OnPrototypeKey, PrototypeProperties } from "./prototype-properties.js";
import { recallYaml } from "./recall-yaml.js";
import { locationAt, Locations, type TextFile } from "./locations.js";

/** A parsed file; `value` is absent if the file has a problem. */
export interface ParsedFile {
  readonly source: TextFile;
  readonly value: JsonValue | undefined;
}

/** Reads the files of a contract, each once, and none outside its root folder. */
export interface SourceReader {
  /** Path of the root folder, symlinks resolved. */
  readonly root: string;
  /** Every file read so far, in the order of reading. */
  readonly files: readonly TextFile[];
  /** `ref` is the reference to the file as written; `at` is its location, absent for the main document. */
  read(absolutePath: string, ref: string, at?: Location): ParsedFile | undefined;
}

export interface ReaderOptions {
  /** Receives every path before it is read, including unreadable ones. */
  readonly onFile?: ((absolutePath: string) => void) | undefined;
  /** The contract's own folder. Outside of it only files that are meant to be shared are read. The root unless given. */
  readonly home?: string;
  /** The results of earlier runs. */
  readonly memo?: Memo | undefined;
  /** Receives the properties named `__proto__`; without it, they are rejected like any such key. */
  readonly prototypes?: PrototypeProperties;
}

/** Creates a reader for the files below `root`; `root`, `workingFolder` and `home` are real paths. */
export function createSourceReader(
  root: string,
  workingFolder: string,
  locations: Locations,
  problems: Report,
  { onFile, home = root, memo, prototypes }: ReaderOptions = {},
): SourceReader {
  const parsed = new Map<string, ParsedFile | undefined>();
  const realPaths = new Map<string, string>();
  const files: TextFile[] = [];

  const load = (real: string, ref: string, at: Location | undefined): ParsedFile | undefined => {
    const bytes = readRegularFile(real, ref, at, problems, isText(real) ? maxTextBytes : maxFileBytes);
    if (!bytes) return undefined;
    const source = decodeText(bytes, { path: displayPath(real, workingFolder, root), absolutePath: real }, problems);
    if (!source) return undefined;
    files.push(source);
    const value = parse(source, locations, problems, memo, prototypes?.note);
    prototypes?.replace(value);
    return { source, value };
  };

  return {
    root,
    files,
    read(absolutePath, ref, at) {
      if (!realPaths.has(absolutePath)) onFile?.(absolutePath);
      const real = realPaths.get(absolutePath) ?? realPathInside({ root, home }, absolutePath, ref, at, problems);
      if (real === undefined) return undefined;
      if (real !== absolutePath && !parsed.has(real)) onFile?.(real);
      realPaths.set(absolutePath, real);
      if (!parsed.has(real)) {
        if (parsed.size >= maxFiles) {
          report(problems, "too-many-files", { limit: maxFiles }, at);
          return undefined;
        }
        parsed.set(real, load(real, ref, at));
      }
      return parsed.get(real);
    },
  };
}

/** Returns the displayed path, with `/`: relative to the working folder if it is inside, or if both are inside the root. */
export function displayPath(absolutePath: string, workingFolder: string, root = workingFolder): string {
  const around = isInside(root, workingFolder) ? root : workingFolder;
  const shown = isInside(around, absolutePath) ? path.relative(workingFolder, absolutePath) : absolutePath;
  return shown.split(path.sep).join("/");
}

/** Decodes a file as UTF-8 text without a byte order mark. Reports invalid bytes and control characters. */
export function decodeText(bytes: Buffer, file: Omit<TextFile, "text">, problems: Report): TextFile | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const lossy = { ...file, text: bytes.toString("utf8") };
    const detail = "it contains bytes that are not UTF-8";
    report(problems, "encoding", { detail }, locationAt(lossy, firstInvalid(bytes, lossy.text)));
    return undefined;
  }
  const source = { ...file, text };
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(text);
  if (!control) return source;
  const code = control[0].charCodeAt(0).toString(16).padStart(4, "0").toUpperCase();
  report(problems, "encoding", { detail: `it contains the control character U+${code}` }, locationAt(source, control.index));
  return undefined;
}

/** Invalid bytes decode to U+FFFD, but the file itself may contain this character, too. */
function firstInvalid(bytes: Buffer, lossy: string): number {
  let from = 0;
  let offset = 0;
  for (;;) {
    const at = lossy.indexOf("\ufffd", from);
    if (at < 0) return 0;
    offset += Buffer.byteLength(lossy.slice(from, at));
    if (bytes.toString("hex", offset, offset + 3) !== "efbfbd") return at;
    offset += 3;
    from = at + 1;
  }
}

/** Returns whether a file is a single text, regardless of its content. */
function isText(file: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(file);
}

/** Returns the value of a file that was read before; `undefined` if it has a problem. */
export function parseAgain(source: TextFile): JsonValue | undefined {
  return parse(source, new Locations(), [], undefined, undefined);
}

function parse(
  source: TextFile,
  locations: Locations,
  problems: Report,
  memo: Memo | undefined,
  onPrototypeKey: OnPrototypeKey | undefined,
): JsonValue | undefined {
  // The line endings of a checkout are not part of the contract.
  if (isText(source.absolutePath)) return source.text.replaceAll("\r\n", "\n");
  if (source.text.trim() === "") return null;
  if (/\.json$/i.test(source.absolutePath)) return parseJson(source, locations, problems, onPrototypeKey);
  return memo
    ? recallYaml(source, locations, problems, memo, onPrototypeKey)
    : parseYaml(source, locations, problems, onPrototypeKey);
}

function realPathInside(
  { root, home }: { readonly root: string; readonly home: string },
  wanted: string,
  ref: string,
  at: Location | undefined,
  problems: Report,
): string | undefined {
  if (isInside(root, wanted)) {
    try {
      const real = realpathSync(wanted);
      if (isInside(root, real)) {
        if (isInside(home, real) || isForOthers(path.relative(home, real))) return real;
        unreadable(notForOthers, ref, at, problems);
        return undefined;
      }
    } catch (error) {
      unreadable(error, ref, at, problems, nearestFile(wanted, root));
      return undefined;
    }
  }
  report(problems, "ref-outside-root", { ref }, at);
  return undefined;
}

const notForOthers = "outside the contract's folder, only YAML, JSON and text files are read, and no hidden files or folders";

/** Returns whether a file outside of the contract's folder may be read; excludes tool configurations and keys. */
function isForOthers(relative: string): boolean {
  const isHidden = relative.split(path.sep).some((name) => name.startsWith(".") && name !== "..");
  return !isHidden && (/\.(?:ya?ml|json)$/i.test(relative) || isText(relative));
}

/** Returns the bytes of a file. Rejects folders, devices and pipes without opening them: reading one may never end. */
export function readRegularFile(
  file: string,
  ref: string,
  at: Location | undefined,
  problems: Report,
  limit = maxFileBytes,
): Buffer | undefined {
  try {
    const stats = statSync(file);
    if (stats.isFile() && stats.size <= limit) return readFileSync(file);
    if (stats.isFile()) report(problems, "file-too-large", { path: ref, limit }, at);
    else unreadable(stats.isDirectory() ? "it is a folder" : "it is not a regular file", ref, at, problems);
  } catch (error) {
    unreadable(error, ref, at, problems);
  }
  return undefined;
}

function unreadable(cause: unknown, ref: string, at: Location | undefined, problems: Report, near?: string): void {
  const reason = typeof cause === "string" ? cause : reasonOf(cause as NodeJS.ErrnoException);
  const hint =
    near === undefined
      ? undefined
      : `Did you mean the file ${quote(path.basename(near))} in ${quote(path.basename(path.dirname(near)))}?`;
  if (at) report(problems, "ref-unresolved", { ref, reason }, at, { hint });
  else report(problems, "file-unreadable", { path: ref, reason });
}

function reasonOf({ code = "unknown error" }: NodeJS.ErrnoException): string {
  return code === "ENOENT" || code === "ENOTDIR" ? "no such file" : `it cannot be read (${code})`;
}
