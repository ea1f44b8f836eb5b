import path from "node:path";
import type { Diagnostic, Location } from "../../../diagnostics/diagnostic.js";
import { quote } from "../../../diagnostics/escape.js";
import { report } from "../diagnostics.js";
import { suggest } from "../../../diagnostics/suggest.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { createSourceReader } from "../../../document/read-source.js";
import { Places } from "../../../document/source.js";
import { isDay, type AcceptedChange } from "./baseline.js";

/** An accepted change, and where the baseline says so. */
export interface LocatedChange extends AcceptedChange {
  readonly location: Location | undefined;
}

const keys = ["rule", "pointer", "message", "reason", "expires"] as const;
const required = ["rule", "pointer", "reason"] as const;

/** Reads a baseline; entries that are malformed are reported and left out. */
export function readBaseline(file: string, workingFolder: string): { accepted: LocatedChange[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const places = new Places();
  const absolutePath = path.resolve(workingFolder, file);
  const reader = createSourceReader(path.dirname(absolutePath), workingFolder, places, diagnostics);
  const value = reader.read(absolutePath, file)?.value;
  const accepted: LocatedChange[] = [];
  const invalid = (problem: string, location?: Location) => report(diagnostics, "diff-baseline-invalid", { problem }, location);

  const findings = own(value, "findings");
  if (value !== undefined && !Array.isArray(findings))
    invalid('it has no list "findings"', isObject(value) ? places.value(value) : undefined);
  for (const entry of Array.isArray(findings) ? findings : []) {
    const problem = problemOf(entry);
    if (problem !== undefined) invalid(problem.text, isObject(entry) ? places.value(entry, problem.key) : undefined);
    else accepted.push({ ...readEntry(entry as JsonObject), location: places.value(entry as JsonObject) });
  }
  return { accepted, diagnostics };
}

function problemOf(entry: JsonValue): { text: string; key?: string } | undefined {
  if (!isObject(entry)) return { text: "a finding must be a map" };
  const unknown = Object.keys(entry).find((key) => !(keys as readonly string[]).includes(key));
  if (unknown !== undefined) {
    const near = suggest(unknown, keys);
    return { text: `${quote(unknown)} is no field of a finding${near ? `; did you mean ${quote(near)}?` : ""}`, key: unknown };
  }
  const missing = required.find((key) => ownString(entry, key) === undefined);
  if (missing !== undefined) return { text: `a finding must have a text ${quote(missing)}`, key: missing };
  const other = keys.find((key) => own(entry, key) !== undefined && ownString(entry, key) === undefined);
  if (other !== undefined) return { text: `${quote(other)} must be a text`, key: other };
  if (ownString(entry, "reason")!.trim() === "") return { text: '"reason" must say why the change is accepted', key: "reason" };
  const expires = ownString(entry, "expires");
  if (expires !== undefined && !isDay(expires)) return { text: '"expires" must be a day such as 2027-01-31', key: "expires" };
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
