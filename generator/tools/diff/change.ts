import type { Diagnostic, Location, RelatedLocation } from "../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../document/json-value.js";
import type { ChangeSeverity, Rule } from "./rule.js";

/** A JSON pointer and the location that it leads to. */
export interface LocatedPointer {
  /** In the bundled document. */
  readonly pointer: string;
  /** Absent if the source has no counterpart. */
  readonly location: Location | undefined;
}

/** A part of a contract that readers look up: an operation, a service type or one of its actions. */
export type ContractPart =
  | { readonly kind: "operation"; readonly role: "api" | "webhook" | "callback"; readonly method: string; readonly path: string }
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "action"; readonly type: string; readonly action: string };

/** What a change is about, in the versions that have it; the part around it in a version that doesn't. */
export interface Subject {
  readonly before?: ContractPart;
  readonly after?: ContractPart;
}

/** A difference between two versions, and who it breaks. */
export interface Change {
  readonly rule: Rule;
  readonly severity: ChangeSeverity;
  readonly message: string;
  /** In the contract before the change; the parent if the changed element is missing there. */
  readonly before: LocatedPointer | undefined;
  /** In the contract after the change; the parent if the changed element is missing there. */
  readonly after: LocatedPointer | undefined;
  /** The changed element: in the contract after the change, or before it if the element was removed. */
  readonly pointer: string;
  /** Bodies, results and parameters that the change affects; only for changes of schemas. */
  readonly uses: readonly string[];
  /** The operations, service types and actions that it is about; without any in either version for what concerns the whole contract. */
  readonly subjects: readonly Subject[];
  /** A value that demonstrates it: only one of the contracts accepts it. */
  readonly witness?: JsonValue;
  /** False if it is unknown whether the change affects any value. */
  readonly isCertain: boolean;
}

/** Returns the primary location of a change: in the contract after the change, which can still be edited. */
export function locationOf({ before, after }: Pick<Change, "before" | "after">): Location | undefined {
  return after?.location ?? before?.location;
}

/** The longest witness, in characters, that a hint includes. */
const maxShownLength = 200;

/** Converts a change that counts as an error or a warning to a diagnostic. */
export function toDiagnostic(change: Change & { severity: "error" | "warning" }): Diagnostic {
  const { rule, severity, message, before, after } = change;
  const location = locationOf(change);
  const related: RelatedLocation[] =
    before?.location && after?.location ? [{ message: "before", location: before.location }] : [];
  return {
    code: `diff/${rule.id}`,
    severity,
    message,
    ...(location && { location }),
    related,
    hint: explainChange(change),
  };
}

/** Returns a text that explains who the change breaks and why, with a value that demonstrates it. */
export function explainChange({ rule, witness, isCertain }: Change): string {
  const text = witness === undefined ? undefined : JSON.stringify(witness);
  const example = text === undefined || text.length > maxShownLength ? "" : ` For example: ${text}`;
  const doubt = isCertain ? "" : " No value was found that demonstrates it, so it may be harmless.";
  return `${describeBreaks(rule)}. ${rule.why}${example}${doubt}`;
}

/** Names the first location that a change affects and counts the others. */
export function describeUses([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} other ${others.length === 1 ? "location" : "locations"}`;
}

/** Returns the parties that a rule's changes break, such as `Breaks clients and servers`. */
export function describeBreaks({ breaks }: Rule): string {
  return `Breaks ${{ client: "clients", server: "servers", both: "clients and servers", nobody: "nobody" }[breaks]}`;
}
