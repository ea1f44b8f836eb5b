import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { Change } from "../change.js";
import type { AgreedChange } from "../print/diff-report.js";
import type { LocatedChange } from "./read-baseline.js";

/** Changes that are still to be agreed on, and those that were, with the reasons. */
export interface Judged {
  readonly open: readonly Change[];
  readonly accepted: readonly AgreedChange[];
  /** Entries that accept nothing, or no longer. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Takes out the changes that were agreed on. `today` is a day as 2027-01-31; an entry counts to the end of its last day. */
export function applyBaseline(changes: readonly Change[], entries: readonly LocatedChange[], today: string): Judged {
  const diagnostics: Diagnostic[] = [];
  const valid = entries.filter(({ expires, rule, location }) => {
    if (expires === undefined || expires >= today) return true;
    report(diagnostics, "diff-baseline-expired", { rule, expires }, location);
    return false;
  });
  const used = new Set<LocatedChange>();
  const entryFor = (change: Change) => valid.find((entry) => accepts(entry, change));
  const open: Change[] = [];
  const accepted: AgreedChange[] = [];
  for (const change of changes) {
    const entry = entryFor(change);
    if (!entry) {
      open.push(change);
      continue;
    }
    used.add(entry);
    accepted.push({ change, reason: entry.reason });
  }
  for (const entry of valid.filter((one) => !used.has(one))) {
    report(diagnostics, "diff-baseline-unused", { rule: entry.rule, pointer: entry.pointer }, entry.location);
  }
  return { open, accepted, diagnostics };
}

function accepts({ rule, pointer, message }: LocatedChange, change: Change): boolean {
  return rule === change.rule.id && pointer === change.pointer && (message === undefined || message === change.message);
}
