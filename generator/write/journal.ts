import { join } from "node:path";
import type { Disk } from "./disk.js";
import { isHash, sha256 } from "./hash.js";
import { type OutputFolder, pathIn } from "./output-folder.js";
import { isOutputPath, MANIFEST, parentFolders, STATE_FOLDER } from "./output-path.js";
import type { PlanStep } from "./plan.js";

/** One change of an interrupted run. Its staged file is `new/<index>`, its backup `old/<index>`. */
export interface JournalEntry {
  readonly path: string;
  /** Hash before; null: there was no file. */
  readonly old: string | null;
  /** Hash after; null: there will be no file. */
  readonly new: string | null;
}

/** All that is needed to finish or to undo a run, as written before its first visible change. */
export interface Journal {
  readonly entries: readonly JournalEntry[];
  /** Folders that the run makes, deepest first. */
  readonly folders: readonly string[];
}

const FORMAT = "openapi-actions journal 1";

/** Describes a plan's steps. */
export function buildJournal(disk: Disk, folder: OutputFolder, steps: readonly PlanStep[]): Journal {
  const folders = new Set<string>();
  for (const step of steps) {
    if (step.text !== undefined) for (const parent of parentFolders(step.path)) folders.add(parent);
  }
  return {
    entries: steps.map((step) => ({
      path: step.path,
      old: step.oldHash ?? null,
      new: step.text === undefined ? null : sha256(step.text),
    })),
    folders: [...folders]
      .filter((path) => disk.kindOf(pathIn(folder, path)) === undefined)
      .sort((a, b) => b.split("/").length - a.split("/").length),
  };
}

/** The text of `journal.json`. */
export function printJournal(journal: Journal): string {
  return `${JSON.stringify({ format: FORMAT, ...journal }, null, 2)}\n`;
}

/** Reads a journal; a text that says what is wrong with it if it can't be trusted. */
export function parseJournal(text: string): Journal | string {
  let value: Partial<Journal> & { format?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return "it is not valid JSON";
  }
  if (value?.format !== FORMAT) return "it has an unknown format";
  const { entries, folders } = value;
  if (!Array.isArray(entries) || !Array.isArray(folders)) return "a part is missing";
  if (!folders.every((path) => typeof path === "string" && isOutputPath(path))) return "a path leaves the output folder";
  for (const entry of entries as unknown[]) {
    const problem = entryProblem(entry);
    if (problem) return problem;
  }
  const paths = new Set(entries.map((entry) => entry.path));
  return paths.size === entries.length ? { entries, folders } : "a path occurs twice";
}

function entryProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "an entry is not a map";
  const entry = value as Partial<JournalEntry>;
  if (typeof entry.path !== "string" || !(isOutputPath(entry.path) || entry.path === MANIFEST)) {
    return "a path leaves the output folder";
  }
  const hashes = [entry.old, entry.new];
  if (!hashes.every((hash) => hash === null || isHash(hash))) return "a hash is not a SHA-256";
  return entry.old === entry.new ? "an entry changes nothing" : undefined;
}

/** Where a run keeps its files while it writes, relative to the output folder. */
export const stateFiles = {
  journal: `${STATE_FOLDER}/journal.json`,
  /** The journal before it is complete. */
  journalDraft: `${STATE_FOLDER}/journal.draft`,
  staged: `${STATE_FOLDER}/new`,
  backups: `${STATE_FOLDER}/old`,
} as const;

/** The folder of a run's lock, journal and files. */
export function stateFolder(folder: OutputFolder): string {
  return join(folder.root, STATE_FOLDER);
}
