import type { Report } from "../../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { locationAt, type SourceFile } from "../../../document/source.js";
import type { Coverage } from "../coverage/coverage.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { checkCall, type CheckedCall, type Recording } from "./check-call.js";
import { createEntryLocate, withoutText } from "./entry-locate.js";
import { findLateSecrets, type EarlyCall } from "./late-secrets.js";
import { createMatchRoute } from "./match-route.js";
import { readRecording, type CallEntry } from "./read-recording.js";
import { reportEntry, reportRecorded } from "./report-recorded.js";
import { createServiceTypes, type GivenTypes } from "./service-types.js";
import { splitEntries, type EntrySpan } from "./split-entries.js";

export interface RecordingOptions {
  /** Where the API is; without any, addresses are told by their paths. */
  readonly baseUrls: readonly string[];
  readonly serviceTypes: GivenTypes;
  /** Told after each exchange how many there were. */
  readonly onExchange?: (done: number) => void;
}

/** What a recording holds. */
export interface RecordingCounts {
  readonly exchanges: number;
  /** Entries of other addresses, and those that were never answered. */
  readonly skipped: number;
}

/**
 * Holds a recording in HAR 1.2 against a contract. Entries are read one by one, and none is kept. What was found is reported at
 * the end, when all secrets are known, so that none is shown.
 */
export function checkRecording(
  contract: ExchangeContract,
  source: SourceFile,
  { baseUrls, serviceTypes, onExchange }: RecordingOptions,
  coverage: Coverage,
  problems: Report,
): RecordingCounts {
  const spans = splitEntries(source.text);
  if ("wrong" in spans) {
    report(problems, "har-shape", { wrong: spans.wrong }, withoutText(locationAt(source, spans.at)));
    return { exchanges: 0, skipped: 0 };
  }
  const matchRoute = createMatchRoute(contract, baseUrls);
  const read = (some: readonly EntrySpan[]) => readRecording(contract, source, some, matchRoute);
  const recording: Recording = { contract, types: createServiceTypes(contract, serviceTypes), secrets: new Set() };
  const calls: EarlyCall[] = [];
  const untold: EntrySpan[] = [];
  let skipped = 0;

  const check = (entry: CallEntry, isLast: boolean): void => {
    const checked = checkCall(recording, entry, isLast);
    // Which type a service has may be told by a later entry.
    if (!checked.target && !isLast) return void untold.push(entry.span);
    calls.push({ checked, known: recording.secrets.size });
    onExchange?.(calls.length);
  };
  for (const entry of read(spans)) {
    if (entry.kind === "call") check(entry, false);
    else if (entry.kind === "skipped") skipped++;
    else reportEntry(source, entry, problems);
  }
  for (const entry of read(untold)) if (entry.kind === "call") check(entry, true);

  const again = ({ span }: CheckedCall) => [...read([span])].find((entry) => entry.kind === "call");
  const late = findLateSecrets(recording, source, calls, again);
  for (const call of [...calls.map(({ checked }) => checked), ...late]) {
    const locate = createEntryLocate(source, call.span, recording.secrets);
    const isKept = reportRecorded(call, locate, problems);
    if (isKept) coverage.count(call.target!, { request: {}, ...(!call.lacksBody && { response: call }) }, call.findings);
  }
  reportWhole(source, calls, spans.length, problems);
  return { exchanges: calls.length, skipped };
}

function reportWhole(source: SourceFile, calls: readonly EarlyCall[], entries: number, problems: Report): void {
  const start = locationAt(source, 0);
  const count = calls.filter(({ checked }) => checked.lacksBody).length;
  if (count > 0) report(problems, "har-without-bodies", { count }, start);
  if (calls.length === 0 && entries > 0) report(problems, "har-foreign", { count: entries }, start);
}
