import type { StructuredPatchHunk } from "diff";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type Disk, nodeDisk } from "./disk.js";
import { buildManifest, isUnedited, sha256 } from "./manifest.js";
import { MANIFEST, openOutputFolder, type OutputFolder, shownPath } from "./output-folder.js";
import { problemsOf, type SurveyedFile, surveyFolder, unfinishedManifests } from "./plan.js";
import { folderProblem, ioProblem } from "./problems.js";
import type { OutputRequest } from "./write-output.js";

/** A difference between the folder and the output of `generate`. */
interface Drift {
  /** Relative to the output folder. */
  readonly path: string;
  /**
   * - `missing`: would be created
   * - `differs`: the contract or the generator changed, or another file is in its place
   * - `stale`: no longer generated
   * - `edited`: changed by hand since it was generated
   * - `interrupted`: a run was killed, and the next `generate` completes it
   */
  readonly kind: "missing" | "differs" | "stale" | "edited" | "interrupted";
  /** The change that `generate` would make to it. */
  readonly diff?: string;
}

/** The folder is up to date if there is neither drift nor an error. */
export interface CheckResult {
  readonly drift: readonly Drift[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares the folder with the given files and writes nothing. */
export async function checkOutput(request: OutputRequest, disk: Disk = nodeDisk): Promise<CheckResult> {
  const manifest = buildManifest(request.files, request.generator, request.contractHash);
  let folder: OutputFolder = { root: request.folder, shown: request.folder };
  try {
    folder = openOutputFolder(request.folder);
    const problem = folderProblem(disk, folder);
    if (problem) return { drift: [], diagnostics: [problem] };
    const survey = surveyFolder(disk, folder, request.files, manifest);
    const blocked = survey.files.filter((file) => file.state === "blocked" || file.state === "stale-blocked");
    const drift: Drift[] = unfinishedManifests(disk, folder).map((path) => ({ path, kind: "interrupted" }));
    for (const file of survey.files) {
      const kind = kindOf(file);
      if (kind !== undefined) drift.push({ path: file.path, kind, ...(await diffOf(folder, file)) });
    }
    return {
      drift,
      diagnostics: [...(survey.manifestProblem ? [survey.manifestProblem] : []), ...problemsOf(folder, blocked)],
    };
  } catch (error) {
    return { drift: [], diagnostics: [ioProblem(folder, error)] };
  }
}

/** A clone with `core.autocrlf=true`, the default of Git for Windows, has CRLF where LF was committed. */
function differsInLineEndsOnly({ found, bytes }: SurveyedFile): boolean {
  return found !== undefined && bytes !== undefined && isUnedited(found, [sha256(bytes)]);
}

function kindOf(file: SurveyedFile): Drift["kind"] | undefined {
  switch (file.state) {
    case "unchanged":
    case "gone": // The manifest differs then, and says so.
      return undefined;
    case "create":
      return "missing";
    case "update":
    case "foreign":
      return differsInLineEndsOnly(file) ? undefined : "differs";
    case "blocked":
      return "differs";
    case "remove":
    case "stale-blocked":
      return "stale";
    case "edited":
      return differsInLineEndsOnly(file) ? undefined : "edited";
    case "stale-edited":
      return "edited";
    default:
      throw file.state satisfies never;
  }
}

async function diffOf(folder: OutputFolder, { path, found, bytes }: SurveyedFile): Promise<Pick<Drift, "diff">> {
  // The hashes of the manifest add nothing to the other files.
  if (found === undefined || bytes === undefined || path === MANIFEST) return {};
  const [onDisk, generated] = [found, bytes].map((content) => Buffer.from(content).toString("utf8")) as [string, string];
  return { diff: await unifiedDiff(shownPath(folder, path), onDisk, generated) };
}

const CONTEXT = 2;
const MAX_LINES = 40;
const MAX_WIDTH = 160;

/**
 * The maximum number of differences to show individually; beyond it they are one block, as the search needs their square in
 * memory.
 */
const MAX_EDITS = 400;

/**
 * Returns a readable unified diff of one file, from the text on disk to the generated one: at most 40 lines, long ones cut,
 * control characters visible. Empty for equal texts.
 */
export async function unifiedDiff(path: string, onDisk: string, generated: string): Promise<string> {
  // Loaded on demand: a folder that is up to date needs no library.
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch("", "", onDisk, generated, "", "", { context: CONTEXT, maxEditLength: MAX_EDITS });
  const lines = (patch?.hunks ?? [wholeBlock(onDisk, generated)]).flatMap((hunk) => [
    headerOf(hunk),
    ...hunk.lines.map(printable),
  ]);
  if (lines.length === 0) return "";
  const more = lines.length - MAX_LINES;
  const body = more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more ${more === 1 ? "line" : "lines"}`] : lines;
  return [`--- ${printable(path)} (on disk)`, `+++ ${printable(path)} (generated)`, ...body].join("\n") + "\n";
}

/** Returns all lines between the first and the last difference, removed and added. */
function wholeBlock(onDisk: string, generated: string): StructuredPatchHunk {
  const [before, after] = [onDisk, generated].map((text) => text.replace(/\n$/, "").split("\n")) as [string[], string[]];
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [removed, added] = [before, after].map((lines) => lines.slice(head, lines.length - tail)) as [string[], string[]];
  return {
    oldStart: head + 1,
    oldLines: removed.length,
    newStart: head + 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

function headerOf({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): string {
  const start = (line: number, count: number) => (count === 0 ? line - 1 : line);
  return `@@ -${start(oldStart, oldLines)},${oldLines} +${start(newStart, newLines)},${newLines} @@`;
}

/** Returns a line for a terminal: cut, without control or direction characters. */
function printable(line: string): string {
  const visible = line.replace(
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => (character === "\r" ? "\\r" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
  return visible.length > MAX_WIDTH + 1 ? `${visible.slice(0, MAX_WIDTH)}…` : visible;
}
