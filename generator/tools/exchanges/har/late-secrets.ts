import type { SourceFile } from "../../../document/source.js";
import type { Finding } from "../finding.js";
import { findKnownSecrets } from "../secrets/find-secrets.js";
import { isRevealing } from "../secrets/known-secrets.js";
import type { CheckedCall, Recording } from "./check-call.js";
import type { CallEntry } from "./read-recording.js";
import { readResponse } from "./recorded-call.js";

/** A call that was checked when so many secrets were known. */
export interface EarlyCall {
  readonly checked: CheckedCall;
  readonly known: number;
}

/**
 * Looks through the answers once more for secrets that a later entry revealed. Only entries whose text has one are read again.
 */
export function findLateSecrets(
  { contract, secrets }: Recording,
  source: SourceFile,
  calls: readonly EarlyCall[],
  read: (call: CheckedCall) => CallEntry | undefined,
): CheckedCall[] {
  const all = [...secrets].map((secret) => ({ secret, written: asWritten(secret) }));
  return calls.flatMap(({ checked, known }) => {
    const { span, target, status } = checked;
    if (known === all.length || !target || isRevealing(contract, target, status)) return [];
    const text = source.text.slice(span.start, span.end);
    const late = all.slice(known).filter(({ written }) => text.includes(written));
    const entry = late.length === 0 ? undefined : read(checked);
    const body = entry && readResponse(entry.endpoint, entry.recorded).body;
    if (body === undefined) return [];
    const findings: Finding[] = [];
    findKnownSecrets(body, new Set(late.map(({ secret }) => secret)), findings);
    return findings.length === 0 ? [] : [{ ...checked, findings }];
  });
}

/** In JSON that stands in a string of JSON. */
function asWritten(secret: string): string {
  const quote = (text: string) => JSON.stringify(text).slice(1, -1);
  return quote(quote(secret));
}
