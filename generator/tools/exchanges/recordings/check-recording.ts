import { callsOf } from "./batches.js";
import type { Report } from "../../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { locationAt, type TextFile } from "../../../document/locations.js";
import type { Coverage } from "../coverage.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { Finding } from "../finding.js";
import { findKnownSecrets, isRevealing } from "../secrets/find-secrets.js";
import { checkCall, type CheckedCall, createServiceTypes, type GivenTypes, type Recording } from "./check-call.js";
import { createEntryLocator, withoutText } from "./entry-location.js";
import { type CallEntry, createMatchRoute, readRecording } from "./read-recording.js";
import { readResponse } from "./recorded-call.js";
import { reportEntry, reportRecorded } from "./report-recorded.js";
import { type EntryRange, splitEntries } from "./split-entries.js";

export interface RecordingOptions {
  /** The base URLs of the API; if empty, addresses are recognized by their paths. */
  readonly baseUrls: readonly string[];
  readonly serviceTypes: GivenTypes;
  /** Receives the number of exchanges after each one. */
  readonly onExchange?: (done: number) => void;
}

/** The numbers of entries in a recording. */
export interface RecordingCounts {
  readonly exchanges: number;
  /** Entries of other addresses, and those without a response. */
  readonly skipped: number;
}

/**
 * Validates a HAR 1.2 recording against a contract. Reads entries one by one and keeps none. Reports the findings at the end,
 * when all secrets are known, so that none of them is shown.
 */
export function checkRecording(
  contract: ExchangeContract,
  source: TextFile,
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
  const read = function* (some: readonly EntryRange[]) {
    for (const entry of readRecording(contract, source, some, matchRoute))
      if (entry.kind === "call") yield* callsOf(entry);
      else yield entry;
  };
  const recording: Recording = { contract, types: createServiceTypes(contract, serviceTypes), secrets: new Set() };
  const calls: EarlyCall[] = [];
  const untold = new Set<EntryRange>();
  let skipped = 0;

  const check = (entry: CallEntry, isLast: boolean): void => {
    const checked = checkCall(recording, entry, isLast);
    // A later entry may reveal the type of a service.
    if (!checked.target && !isLast) return void untold.add(entry.span);
    calls.push({ checked, known: recording.secrets.size });
    onExchange?.(calls.length);
  };
  for (const entry of read(spans)) {
    if (entry.kind === "call") check(entry, false);
    else if (entry.kind === "skipped") skipped++;
    else reportEntry(source, entry, problems);
  }
  for (const entry of read([...untold])) if (entry.kind === "call") check(entry, true);

  const again = ({ span, part }: CheckedCall) =>
    [...read([span])].filter((entry) => entry.kind === "call").find((entry) => entry.part?.request === part?.request);
  const late = findLateSecrets(recording, source, calls, again);
  for (const call of [...calls.map(({ checked }) => checked), ...late]) {
    const locate = createEntryLocator(source, call.span, recording.secrets);
    const isKept = reportRecorded(call, locate, problems);
    if (isKept) coverage.count(call.target!, { request: {}, ...(!call.lacksBody && { response: call }) }, call.findings);
  }
  reportWhole(source, calls, skipped, problems);
  return { exchanges: calls.length, skipped };
}

function reportWhole(source: TextFile, calls: readonly EarlyCall[], skipped: number, problems: Report): void {
  const start = locationAt(source, 0);
  const count = calls.filter(({ checked }) => checked.lacksBody).length;
  if (count > 0) report(problems, "har-without-bodies", { count }, start);
  if (calls.length === 0 && skipped > 0) report(problems, "har-foreign", { count: skipped }, start);
}

/** A call that was validated when this many secrets were known. */
interface EarlyCall {
  readonly checked: CheckedCall;
  readonly known: number;
}

/**
 * Searches the responses again for secrets that a later entry revealed. Only rereads entries whose text contains one.
 */
function findLateSecrets(
  { contract, secrets }: Recording,
  source: TextFile,
  calls: readonly EarlyCall[],
  read: (call: CheckedCall) => CallEntry | undefined,
): CheckedCall[] {
  const all = [...secrets].map((secret) => ({ secret, written: asWritten(secret) }));
  return calls.flatMap(({ checked, known }) => {
    const { span, target, status } = checked;
    if (known === all.length || !target || isRevealing(target, status)) return [];
    const text = source.text.slice(span.start, span.end);
    const late = all.slice(known).filter(({ written }) => text.includes(written));
    const entry = late.length === 0 ? undefined : read(checked);
    const body = entry && readResponse(contract.contract, entry.endpoint, entry.recorded).body;
    if (body === undefined) return [];
    const findings: Finding[] = [];
    findKnownSecrets(body, new Set(late.map(({ secret }) => secret)), findings);
    return findings.length === 0 ? [] : [{ ...checked, findings }];
  });
}

/** Returns a text as JSON within a JSON string. */
function asWritten(secret: string): string {
  const quote = (text: string) => JSON.stringify(text).slice(1, -1);
  return quote(quote(secret));
}
