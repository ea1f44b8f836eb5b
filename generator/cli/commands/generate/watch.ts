import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { fingerprints } from "../../../diagnostics/fingerprint.js";
import { exitCodes, type ExitCode, UsageError } from "../../exit-codes.js";
import { awaitInterruption } from "../../interruption.js";
import type { RecordingMemo } from "../../../memo.js";
import type { CachedContract } from "../../run-cache.js";
import { generateContracts, type GenerateRequest } from "./generate-contracts.js";
import type { Session } from "../../session.js";
import { changesBetween, changesSince, nextChange } from "./next-change.js";
import { configOwner, contentsOf, createReading, settle, type WatchedFiles } from "./watched-files.js";

/** Milliseconds for which files must stay as they were read before anything is written or reported: an editor empties a file first. */
const silence = 50;

/**
 * `generate --watch`: generates, then again whenever a file of a contract or of the config changes, until it is
 * interrupted. Problems are reported as usual; each run adds one line.
 */
export async function runWatch(request: Omit<GenerateRequest, "unchanged" | "later">, session: Session): Promise<ExitCode> {
  if (!session.isForPeople) throw new UsageError("--watch requires --format pretty or concise, without a file.");
  const interruption = awaitInterruption();
  let watched: WatchedFiles = new Map();
  let done: readonly CachedContract[] = [];
  let changed: readonly string[] | undefined;
  let known = new Set<string>();
  const memos = new Map<string, RecordingMemo>();
  while (!interruption.signal.aborted) {
    const start = performance.now();
    const reports: (readonly Diagnostic[])[] = [];
    const lines: string[] = [];
    const afterReport: (() => void)[] = [];
    const reading = createReading();
    let readAt = start;
    const cycle: Session = {
      ...session,
      onFile: (file, contract = configOwner) => {
        readAt = performance.now();
        reading.note(file, contract);
      },
      report: (diagnostics) => void reports.push(diagnostics),
      say: (text) => void lines.push(text.trimEnd()),
    };
    const isCurrent = async () => {
      await wait(readAt + silence - performance.now());
      return [...reading.files.values()].every((files) => changesSince(files).length === 0);
    };
    const unchanged = changed ? done.filter(({ name }) => !isTouched(name, changed!, watched)) : [];
    const later = (work: () => void) => void afterReport.push(work);
    const result = await generateContracts({ ...request, unchanged, memos, later, ...(changed && { isCurrent }) }, cycle);
    if (result.exitCode === exitCodes.interrupted) break;
    if (changed && result.exitCode !== exitCodes.ok && !(await isCurrent())) {
      changed = await nextChange(contentsOf(watched), interruption.signal);
      continue;
    }
    done = result.contracts;
    const succeeded = new Set(done.map(({ name }) => name));
    if (result.exitCode !== exitCodes.usage) succeeded.add(configOwner);
    const before = contentsOf(watched);
    watched = settle(watched, reading.files, { succeeded, leftOut: new Set(unchanged.map(({ name }) => name)) });
    const contents = contentsOf(watched);
    // What was read counts, not what woke the cycle: a program may empty a file for a moment and write the same again.
    const different = changesBetween(before, contents);
    if (!changed || different.length > 0) {
      const keyed = reports.map((diagnostics) => {
        const keys = fingerprints(diagnostics);
        return diagnostics.map((diagnostic, index) => ({ diagnostic, key: `${diagnostic.severity} ${keys[index]}` }));
      });
      for (const list of keyed) session.report(list.flatMap(({ diagnostic, key }) => (known.has(key) ? [] : [diagnostic])));
      // Contracts that were not generated again still have theirs.
      const warnings = keyed.flat().filter(({ diagnostic }) => diagnostic.severity === "warning");
      known = new Set([...(unchanged.length > 0 ? known : []), ...warnings.map(({ key }) => key)]);
    }
    if (different.length > 0)
      session.say(`${describe(different)}: ${lines.join("; ") || "nothing was generated"} (${seconds(start)} s)\n`);
    else if (!changed) session.say(`${[...lines, `watching ${contents.size} files; press Ctrl-C to stop`].join("\n")}\n`);
    for (const work of afterReport) work();
    changed = await nextChange(contents, interruption.signal);
  }
  interruption.forget();
  return exitCodes.interrupted;
}

function isTouched(contract: string, changed: readonly string[], watched: WatchedFiles): boolean {
  return changed.some((file) => watched.get(contract)?.has(file) || watched.get(configOwner)?.has(file));
}

function describe(changed: readonly string[]): string {
  const [first, ...others] = changed.map((file) => path.relative(process.cwd(), file).split(path.sep).join("/"));
  return others.length === 0 ? `${first} changed` : `${first} and ${others.length} more changed`;
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(2);
}
