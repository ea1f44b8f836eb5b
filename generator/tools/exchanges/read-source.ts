import { decodeText, readRegularFile, shownPath } from "../../document/read-source.js";
import type { SourceFile } from "../../document/source.js";
import type { Report } from "../../diagnostics/report.js";

/** Recordings are long; they are read entry by entry. */
const mostBytesOfRecording = 500_000_000;

/** Reads a file that is to be held against a contract. */
export function readSource(absolutePath: string, workingFolder: string, problems: Report): SourceFile | undefined {
  const path = shownPath(absolutePath, workingFolder);
  const limit = /\.har$/i.test(path) ? mostBytesOfRecording : undefined;
  const bytes = readRegularFile(absolutePath, path, undefined, problems, limit);
  return bytes && decodeText(bytes, { path, absolutePath }, problems);
}
