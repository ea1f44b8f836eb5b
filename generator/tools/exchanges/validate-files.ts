import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import type { SourceFile } from "../../document/source.js";
import { createCoverage, type Coverage } from "./coverage/coverage.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { findFiles } from "./find-files.js";
import { checkFixtures } from "./fixture/check-fixtures.js";
import { checkRecording, type RecordingCounts, type RecordingOptions } from "./har/check-recording.js";
import { readSource } from "./read-source.js";

export interface ValidateOptions extends Partial<RecordingOptions> {
  /** Paths are relative to it, and shown so; symlinks resolved. */
  readonly workingFolder: string;
  /** Told some times a second how far it is. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly exchanges: number;
  readonly files: number;
  readonly allFiles: number;
}

/** What came of holding files against a contract. */
export interface Validation extends RecordingCounts {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: number;
  readonly coverage: Coverage;
}

/** Holds fixtures and recordings against a contract. Files are read one after the other, and none is kept. */
export async function validateFiles(
  contract: ExchangeContract,
  patterns: readonly string[],
  { workingFolder, baseUrls = [], serviceTypes = new Map(), onProgress }: ValidateOptions,
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

/** Some recorders save HAR as JSON. */
function isRecording({ path, text }: SourceFile): boolean {
  return /\.har$/i.test(path) || (/\.json$/i.test(path) && /^\s*\{\s*"log"\s*:/.test(text.slice(0, 1000)));
}

const milliseconds = 100;

/** Lets a call through when some time has passed since the last one. */
function createPace(call: (done: number, files: number) => void): (done: number, files: number) => void {
  let last = performance.now();
  return (done, files) => {
    const now = performance.now();
    if (now - last < milliseconds) return;
    last = now;
    call(done, files);
  };
}
