import type { Location } from "../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../document/json-value.js";
import type { ChangeSeverity, Rule } from "./rule.js";

/** Where something stands in one version. */
export interface Place {
  /** JSON pointer in the document that the contract's files make together. */
  readonly pointer: string;
  /** Absent where nobody wrote it. */
  readonly location: Location | undefined;
}

/** One difference between two versions, and whom it breaks. */
export interface Change {
  readonly rule: Rule;
  readonly severity: ChangeSeverity;
  readonly message: string;
  /** In the base; where the thing isn't there, what would hold it. */
  readonly before: Place | undefined;
  /** The same in the revision. */
  readonly after: Place | undefined;
  /** Of the thing itself: in the revision, or in the base where it is gone. */
  readonly pointer: string;
  /** Bodies, results and parameters that the change reaches; only for changes of schemas. */
  readonly uses: readonly string[];
  /** A value that shows it: the base takes it and the revision doesn't, or the other way round. */
  readonly witness?: JsonValue;
  /** False where it can't be told whether any value is concerned. */
  readonly isCertain: boolean;
}

/** The place that is shown first: in the revision, which can still be changed. */
export function locationOf({ before, after }: Pick<Change, "before" | "after">): Location | undefined {
  return after?.location ?? before?.location;
}
