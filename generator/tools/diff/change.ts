import type { Diagnostic, Location, RelatedLocation } from "../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../document/json-value.js";
import type { ChangeSeverity, Rule } from "./rule.js";

/** A JSON pointer and the location that it leads to. */
export interface LocatedPointer {
  /** In the bundled document. */
  readonly pointer: string;
  /** Absent where the source has nothing of it. */
  readonly location: Location | undefined;
}

/** One difference between two versions, and whom it breaks. */
export interface Change {
  readonly rule: Rule;
  readonly severity: ChangeSeverity;
  readonly message: string;
  /** In the contract before the change; the parent where the thing itself is missing. */
  readonly before: LocatedPointer | undefined;
  /** The same in the contract after the change. */
  readonly after: LocatedPointer | undefined;
  /** Of the thing itself: in the contract after the change, or before it where the thing is gone. */
  readonly pointer: string;
  /** Bodies, results and parameters that the change reaches; only for changes of schemas. */
  readonly uses: readonly string[];
  /** A value that demonstrates it: only one of the contracts accepts it. */
  readonly witness?: JsonValue;
  /** False where it can't be told whether any value is concerned. */
  readonly isCertain: boolean;
}

/** Returns the location that is shown first: after the change, where it can still be edited. */
export function locationOf({ before, after }: Pick<Change, "before" | "after">): Location | undefined {
  return after?.location ?? before?.location;
}

/** Longest witness that a hint shows. */
const maxShownLength = 200;

/** A change as a diagnostic, for those that weigh as errors or warnings. */
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

/** Whom the change breaks, why, and a value that shows it. */
export function explainChange({ rule, witness, isCertain }: Change): string {
  const text = witness === undefined ? undefined : JSON.stringify(witness);
  const example = text === undefined || text.length > maxShownLength ? "" : ` For example: ${text}`;
  const doubt = isCertain ? "" : " No value was found that shows it, so it may do no harm.";
  return `${sayWhomItBreaks(rule)}. ${rule.why}${example}${doubt}`;
}

/** Names the first of the places that a change reaches, and counts the others. */
export function sayUses([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} other ${others.length === 1 ? "place" : "places"}`;
}

/** `Breaks clients and servers`. */
export function sayWhomItBreaks({ breaks }: Rule): string {
  return `Breaks ${{ client: "clients", server: "servers", both: "clients and servers", nobody: "nobody" }[breaks]}`;
}
