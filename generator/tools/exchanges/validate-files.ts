import { statSync } from "node:fs";
import path from "node:path";
import { escapePath, glob, isDynamicPattern } from "tinyglobby";
import { compare, compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report as reportFile } from "../../document/diagnostics.js";
import { report } from "./diagnostics.js";
import type { Report } from "../../diagnostics/report.js";
import { decodeText, readRegularFile, displayPath } from "../../document/read-source.js";
import type { TextFile } from "../../document/locations.js";
import { type Coverage, createCoverage } from "./coverage.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { checkFixtures } from "./fixtures/check-fixtures.js";
import { checkRecording, type RecordingCounts, type RecordingOptions } from "./recordings/check-recording.js";

export interface ValidateFilesOptions extends Partial<RecordingOptions> {
  /** The base of relative paths, which diagnostics use; symlinks resolved. */
  readonly workingFolder: string;
  /** Receives the progress a few times per second. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly exchanges: number;
  readonly files: number;
  readonly allFiles: number;
}

/** The result of validating files against a contract. */
export interface Validation extends RecordingCounts {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: number;
  readonly coverage: Coverage;
}

/** Validates fixtures and recordings against a contract. Processes one file at a time and keeps none in memory. */
export async function validateFiles(
  contract: ExchangeContract,
  patterns: readonly string[],
  { workingFolder, baseUrls = [], serviceTypes = new Map(), onProgress }: ValidateFilesOptions,
): Promise<Validation> {
  const diagnostics: Diagnostic[] = [];
  const coverage = createCoverage(contract);
  const files = await findFiles(patterns, workingFolder, diagnostics);
  let [exchanges, skipped] = [0, 0];
  const tell = createPace((done, read) => onProgress?.({ exchanges: exchanges + done, files: read, allFiles: files.length }));
  files.forEach((file, index) => {
    const source = readSource(file, workingFolder, diagnostics);
    if (!source) return;
    const onExchange = (done: number) => tell(done, index);
    if (isRecording(source)) {
      const options = { baseUrls, serviceTypes, onExchange };
      const counts = checkRecording(contract, source, options, coverage, diagnostics);
      exchanges += counts.exchanges;
      skipped += counts.skipped;
    } else exchanges += checkFixtures(contract, source, coverage, diagnostics);
    tell(0, index + 1);
  });
  return { diagnostics: diagnostics.sort(compareDiagnostics), files: files.length, exchanges, skipped, coverage };
}

/** Returns whether a file is a recording. Some recorders save HAR with the extension .json. */
function isRecording({ path, text }: TextFile): boolean {
  return /\.har$/i.test(path) || (/\.json$/i.test(path) && /^\s*\{\s*"log"\s*:/.test(text.slice(0, 1000)));
}

const milliseconds = 100;

/** Rate-limits calls. */
function createPace(call: (done: number, files: number) => void): (done: number, files: number) => void {
  let last = performance.now();
  return (done, files) => {
    const now = performance.now();
    if (now - last < milliseconds) return;
    last = now;
    call(done, files);
  };
}

const extensions = "{yaml,yml,json,har}";

/** Returns the files that paths, folders and globs match, each once, sorted. Reports patterns without matches. */
export async function findFiles(patterns: readonly string[], workingFolder: string, problems: Report): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const stats = statSync(path.resolve(workingFolder, pattern), { throwIfNoEntry: false });
    if (stats?.isFile()) found.add(path.resolve(workingFolder, pattern));
    else if (!stats && !isDynamicPattern(pattern))
      reportFile(problems, "file-unreadable", { path: pattern, reason: "no such file" });
    else {
      const folder = stats && escapePath(pattern.replace(/[\\/]+$/, ""));
      const files = await glob(folder === undefined ? pattern : `${folder}/**/*.${extensions}`, {
        cwd: workingFolder,
        absolute: true,
        expandDirectories: false,
      });
      if (files.length === 0) report(problems, "no-fixtures", { pattern });
      for (const file of files) found.add(path.resolve(file));
    }
  }
  return [...found].sort(compare);
}

/** Recordings are long, so they are read entry by entry. */
const maxBytesOfRecording = 500_000_000;

/** Reads a file to validate. */
export function readSource(absolutePath: string, workingFolder: string, problems: Report): TextFile | undefined {
  const path = displayPath(absolutePath, workingFolder);
  const limit = /\.har$/i.test(path) ? maxBytesOfRecording : undefined;
  const bytes = readRegularFile(absolutePath, path, undefined, problems, limit);
  return bytes && decodeText(bytes, { path, absolutePath }, problems);
}
