import path from "node:path";
import { date } from "../../../templates/runtime/formats.js";
import { quote } from "../../diagnostics/escape.js";
import { compare, type Diagnostic, type Location } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue, own, ownString } from "../../document/json-value.js";
import { createSourceReader } from "../../document/read-source.js";
import { Locations } from "../../document/locations.js";
import type { Change } from "./change.js";

/** An accepted change, as an entry of a baseline. */
export interface AcceptedChange {
  readonly rule: string;
  /** A JSON pointer, as in reports. */
  readonly pointer: string;
  /** Accepts the change only while its message is exactly this; a change that grows is reported again. */
  readonly message?: string;
  readonly reason: string;
  /** The last day on which the change is accepted, such as 2027-01-31. */
  readonly expires?: string;
}

/** An accepted change and the location of its entry in the baseline. */
export interface LocatedChange extends AcceptedChange {
  readonly location: Location | undefined;
}

/** A change that an entry accepts, with the entry's reason. */
export interface AgreedChange {
  readonly change: Change;
  readonly reason: string;
}

/** Changes split by a baseline: those still open, and those accepted, with the reasons. */
export interface FilteredChanges {
  readonly open: readonly Change[];
  readonly accepted: readonly AgreedChange[];
  /** Reports entries that match no change or have expired. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a baseline. Reports malformed entries and leaves them out. */
export function readBaseline(file: string, workingFolder: string): { accepted: LocatedChange[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const locations = new Locations();
  const absolutePath = path.resolve(workingFolder, file);
  const reader = createSourceReader(path.dirname(absolutePath), workingFolder, locations, diagnostics);
  const value = reader.read(absolutePath, file)?.value;
  const accepted: LocatedChange[] = [];
  const invalid = (problem: string, location?: Location) => report(diagnostics, "diff-baseline-invalid", { problem }, location);

  const findings = own(value, "findings");
  if (value !== undefined && !Array.isArray(findings))
    invalid('the list "findings" is missing', isObject(value) ? locations.value(value) : undefined);
  for (const entry of Array.isArray(findings) ? findings : []) {
    const problem = problemOf(entry);
    if (problem !== undefined) invalid(problem.text, isObject(entry) ? locations.value(entry, problem.key) : undefined);
    else accepted.push({ ...readEntry(entry as JsonObject), location: locations.value(entry as JsonObject) });
  }
  return { accepted, diagnostics };
}

const keys = ["rule", "pointer", "message", "reason", "expires"] as const;

const required = ["rule", "pointer", "reason"] as const;

function problemOf(entry: JsonValue): { text: string; key?: string } | undefined {
  if (!isObject(entry)) return { text: "a finding must be a map" };
  const unknown = Object.keys(entry).find((key) => !(keys as readonly string[]).includes(key));
  if (unknown !== undefined) {
    const near = suggest(unknown, keys);
    return { text: `unknown field ${quote(unknown)} in a finding${near ? `; did you mean ${quote(near)}?` : ""}`, key: unknown };
  }
  const missing = required.find((key) => ownString(entry, key) === undefined);
  if (missing !== undefined) return { text: `a finding requires the string field ${quote(missing)}`, key: missing };
  const other = keys.find((key) => own(entry, key) !== undefined && ownString(entry, key) === undefined);
  if (other !== undefined) return { text: `${quote(other)} must be a string`, key: other };
  if (ownString(entry, "reason")!.trim() === "") return { text: '"reason" must not be empty', key: "reason" };
  const expires = ownString(entry, "expires");
  if (expires !== undefined && !isDay(expires)) return { text: '"expires" must be a date such as 2027-01-31', key: "expires" };
  return undefined;
}

function readEntry(entry: JsonObject): AcceptedChange {
  const [message, expires] = [ownString(entry, "message"), ownString(entry, "expires")];
  return {
    rule: ownString(entry, "rule")!,
    pointer: ownString(entry, "pointer")!,
    reason: ownString(entry, "reason")!,
    ...(message !== undefined && { message }),
    ...(expires !== undefined && { expires }),
  };
}

/** Returns whether a text is a calendar date such as 2027-01-31. */
export function isDay(text: string): boolean {
  return date(text);
}

/** Splits off the accepted changes. `today` is a date such as 2027-01-31; an entry applies through the end of its last day. */
export function applyBaseline(changes: readonly Change[], entries: readonly LocatedChange[], today: string): FilteredChanges {
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

/** Returns the text of a baseline that also accepts the given changes: sorted, one entry per line, so that it merges easily. */
export function acceptChanges(
  entries: readonly AcceptedChange[],
  changes: readonly Change[],
  reason: string,
  expires?: string,
): string {
  const fresh = changes.map(({ rule, pointer, message }): AcceptedChange => {
    return { rule: rule.id, pointer, message, reason, ...(expires !== undefined && { expires }) };
  });
  const sorted = [...entries, ...fresh].sort((a, b) => compare(a.pointer, b.pointer) || compare(a.rule, b.rule));
  const lines = sorted.map(
    ({ rule, pointer, message, reason: why, expires: until }) =>
      `    ${JSON.stringify({ rule, pointer, ...(message !== undefined && { message }), reason: why, ...(until !== undefined && { expires: until }) })}`,
  );
  return `{\n  "findings": [\n${lines.join(",\n")}\n  ]\n}\n`;
}
